package import MatterProtocol

/// One attribute of a cluster: its value at the start, and who may read and write which values.
package struct AttributeTemplate: Sendable {
    /// The values that a write may have.
    package enum Constraint: Hashable, Sendable {
        case any
        case boolean
        case unsigned(ClosedRange<UInt64>, isNullable: Bool = false)
        case signed(ClosedRange<Int64>, isNullable: Bool = false)
        /// A text of at most so many bytes.
        case text(maximumBytes: Int)

        /// Success, or why the value cannot be written.
        func status(of value: TLVValue) -> InteractionStatus {
            switch self {
            case .any: return .success
            case .boolean: return value.boolean == nil ? .invalidDataType : .success
            case .unsigned(let range, let isNullable):
                if value.isNull { return isNullable ? .success : .constraintError }
                guard let number = value.unsigned else { return .invalidDataType }
                return range.contains(number) ? .success : .constraintError
            case .signed(let range, let isNullable):
                if value.isNull { return isNullable ? .success : .constraintError }
                guard let number = value.signed else { return .invalidDataType }
                return range.contains(number) ? .success : .constraintError
            case .text(let maximumBytes):
                guard let text = value.text else { return .invalidDataType }
                return text.utf8.count <= maximumBytes ? .success : .constraintError
            }
        }
    }

    package let id: UInt32
    /// The value at the start.
    package var value: TLVValue
    package var readPrivilege = AccessPrivilege.view
    /// Nil for an attribute that cannot be written.
    package var writePrivilege: AccessPrivilege?
    package var constraint = Constraint.any
    /// Whether a restarted node still has the value that was written.
    package var isNonvolatile = false

    /// An attribute that only the node itself changes.
    package init(_ id: UInt32, is value: TLVValue, readPrivilege: AccessPrivilege = .view) {
        self.id = id
        self.value = value
        self.readPrivilege = readPrivilege
    }

    /// An attribute that controllers write.
    package static func writable(
        _ id: UInt32, is value: TLVValue, within constraint: Constraint, privilege: AccessPrivilege = .operate,
        isNonvolatile: Bool = false
    ) -> AttributeTemplate {
        var attribute = AttributeTemplate(id, is: value)
        attribute.writePrivilege = privilege
        attribute.constraint = constraint
        attribute.isNonvolatile = isNonvolatile
        return attribute
    }
}
