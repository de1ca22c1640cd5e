package import HomeModel

/// `GET /grant-options`: what a grant can contain, and the usual terms of invitations.
package struct GrantOptionsBody: Codable, Sendable {
    /// The permissions that a grant can add.
    package let permissions: [Permission]
    package let templates: [InvitationTemplateBody]

    package init(permissions: [Permission], templates: [InvitationTemplateBody]) {
        self.permissions = permissions
        self.templates = templates
    }
}

/// The usual terms of an invitation for a kind of person.
package struct InvitationTemplateBody: Codable, Sendable {
    package let name: InvitationTemplate
    /// The role of a person who is added with the invitation.
    package let role: Role
    /// Empty for a role that has its rights without a grant.
    package let permissions: [Permission]
    /// Empty for any time.
    package let windows: [String]

    package init(_ template: InvitationTemplate) {
        name = template
        role = template.role
        permissions = template.permissions
        windows = template.windows
    }
}
