import ArgumentParser
import HomeModel

// The model's own words as arguments; their raw values are listed in the help.
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
