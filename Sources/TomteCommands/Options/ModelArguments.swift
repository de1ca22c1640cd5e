import ArgumentParser
import HomeModel

// Types of HomeModel as arguments; the help lists the raw values of the enums.
extension CapabilityName: ExpressibleByArgument {
    init?(argument: String) { self.init(argument) }
}
extension Identifier: ExpressibleByArgument {
    package init?(argument: String) { self.init(argument) }
}
extension LinkKind: ExpressibleByArgument {}
extension Role: ExpressibleByArgument {}
extension Purpose: ExpressibleByArgument {}
extension DeviceFamily: ExpressibleByArgument {}
extension Permission: ExpressibleByArgument {}
extension AuditSeverity: ExpressibleByArgument {}
extension AuditEvent: ExpressibleByArgument {}
