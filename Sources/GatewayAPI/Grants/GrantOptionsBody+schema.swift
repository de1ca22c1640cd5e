import GatewayWire
import HomeModel

extension GrantOptionsBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "GrantOptions",
        .object([
            "permissions": .array(of: .permission).about("The permissions that a grant can add."),
            "templates": .array(of: InvitationTemplateBody.schema),
        ]))

    static let example = present

    static let present = GrantOptionsBody(
        permissions: Permission.allCases.filter(Permission.grantable.contains),
        templates: InvitationTemplate.allCases.map { InvitationTemplateBody($0) })
}

extension InvitationTemplateBody: DocumentedBody {
    static let schema = Schema.component(
        "InvitationTemplate",
        .object([
            "name": .word(of: InvitationTemplate.self),
            "role": .role.about("The role of a person who is added with the invitation."),
            "permissions": .array(of: .permission).about("Empty for a role that has its rights without a grant."),
            "windows": .array(of: .text).about("As in a grant; empty for any time."),
        ]
        ).about("The usual terms of an invitation for a kind of person. A client fills them in; all can be changed."))

    static let example = InvitationTemplateBody(.cleaner)
}
