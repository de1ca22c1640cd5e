import HomeModel

extension DataInventory {
    /// What a browser or a terminal keeps for a person. It is on their own machine, and never sent elsewhere.
    static let clients: [StoredDataKind] = [
        StoredDataKind(
            "browserIdentities", title: "Sign-in in the browser",
            what: "In the browser: a private key that cannot be read out, and the tokens of each person who signed in.",
            purpose: "So that the person stays signed in.",
            class: .secret, about: .person, logs: .never, storage: .plainSecret(.boundToBrowser),
            since: .release("0.1.0"), kept: .untilAccessEnds, readers: .person,
            places: [.page(.database, names: "tomte/identities")]),
        StoredDataKind(
            "browserSnapshots", title: "Last state in the browser",
            what: "In the browser: the last known state of the home, with the name of the person.",
            purpose: "So that the page opens at once, and also without the gateway.",
            class: .sensitive, about: .person, logs: .never, since: .release("0.1.0"), kept: .untilAccessEnds,
            readers: .person, places: [.page(.database, names: "tomte/identities")]),
        StoredDataKind(
            "browserPreferences", title: "Settings in the browser",
            what: "In the browser: which person was last signed in, and a copy of the preferences.",
            purpose: "So that the first view is in the right language and colours.",
            class: .internalUse, about: .person, logs: .never, since: .release("0.1.0"), kept: .untilReplaced,
            readers: .person,
            places: [
                .page(.local, names: "tomte.current", "tomte.preferences"), .page(.session, names: "tomte.current"),
            ]),
        StoredDataKind(
            "browserReminders", title: "Reminders in the browser",
            what: "In the browser: which export by another person was shown, and which question about a consent was "
                + "put off.",
            purpose: "So that each of them appears only once.",
            class: .internalUse, about: .person, logs: .never, since: .release("0.2.0"), kept: .untilAccessEnds,
            readers: .person, places: [.page(.database, names: "tomte/identities")]),
        StoredDataKind(
            "browserPage", title: "Page files in the browser",
            what: "In the browser: the files of the page, and when it was last loaded again.",
            purpose: "So that the page opens at once, and a new version is loaded only once.",
            class: .published, about: .noPerson, logs: .never, since: .release("0.1.0"), kept: .untilReplaced,
            readers: .person,
            places: [
                .page(.cache, names: "page"), .page(.session, names: "tomte.renewedVersion", "tomte.reloaded"),
            ]),
        StoredDataKind(
            "terminalIdentities", title: "Sign-in of the command line",
            what:
                "In the folder of the command line: for each paired gateway its address, a private key and the tokens.",
            purpose: "So that the terminal stays paired.",
            class: .secret, about: .person, logs: .never, storage: .plainSecret(.ownComputer),
            since: .release("0.1.0"), kept: .untilAccessEnds, readers: .person,
            places: [.terminal(["*.json", "*.json.*.new", "*.json.lock"])]),
    ]
}
