import ArgumentParser

/// The subcommand `tomte people`.
struct PeopleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "people",
        abstract: "Manage the people of the home, their clients and their rights.",
        discussion: HelpDiscussion.discussion(
            "PERSON is an id, or a name that only one person has.", commands: "tomte people list"),
        subcommands: [
            PeopleClaim.self, PeopleAdd.self, PeopleList.self, PeopleInvite.self, PeopleInvitations.self,
            PeopleApprove.self, PeopleClients.self, PeopleRename.self, PeopleRole.self, PeoplePIN.self,
            PeopleGrants.self, PeopleGrant.self, PeopleDeny.self, PeopleAmend.self, PeopleToken.self, PeopleRevoke.self,
            PeopleUnlock.self, PeopleRemove.self, PeopleWhy.self,
        ])
}
