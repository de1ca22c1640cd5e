import GatewayCore

extension ExportTexts {
    static let english = ExportTexts(
        language: "en",
        title: "Data about {name}",
        made: "Exported on {time}.",
        introduction: [
            "This archive contains what the gateway of the home keeps about you. It was made on the gateway and was not "
                + "sent anywhere else. Keep it where only you can read it.",
            "Each kind of data is in two files with the same content: JSON for programs, CSV for spreadsheets. Passwords, "
                + "PINs, keys and tokens are not in it. The gateway does not show them to anyone.",
            "In the CSV files, commas separate the columns. A spreadsheet that expects semicolons, as in Sweden, shows a "
                + "whole row in one column. Then import the file instead of opening it, and choose the comma as the "
                + "separator. In Excel: Data, From Text/CSV.",
            "Other people are named only where they did something that concerned you. Elsewhere their role stands for "
                + "them, such as (member), or (former) for a person who has left the home.",
        ],
        timesInUTC: "All times are in UTC.",
        timesOfHome: "All times are those of the clocks of the home, with their difference to UTC.",
        sectionsHeading: "About you",
        content: "Content",
        rows: "Rows",
        readingsHeading: "Readings of the home",
        readings: "These are the measurements and states of the home that you may see now. A file of the hours has the "
            + "smallest, largest and mean value of each hour.",
        readingsLeftOut: "The readings of the home are not in this archive, because they were not asked for.",
        device: "Device",
        quantity: "Quantity",
        everyValue: "Every value",
        hourly: "By hour",
        section: { section in
            switch section {
            case .profile: Section(title: "Profile", meaning: "Your name, your role, and whether you have a PIN.")
            case .preferences: Section(title: "Preferences", meaning: "Language, colours, units and times.")
            case .layout: Section(title: "Home screen", meaning: "The order of your rooms and tiles.")
            case .notices:
                Section(
                    title: "Privacy notice", meaning: "Which versions of the privacy notice you have seen, and when.")
            case .consents:
                Section(title: "Consents", meaning: "The consents of the home to which you gave the last answer.")
            case .clients:
                Section(
                    title: "Phones, browsers and terminals",
                    meaning: "What you sign in with, when it was paired, and who approved it.")
            case .sessions: Section(title: "Sessions", meaning: "Where you are signed in now.")
            case .tokens: Section(title: "Service tokens", meaning: "What a program may read or control.")
            case .grants:
                Section(
                    title: "Grants and denies",
                    meaning: "What is permitted or forbidden to you, also by an open invitation.")
            case .invitations: Section(title: "Invitations", meaning: "Open invitations to you, or made by you.")
            case .incidents:
                Section(
                    title: "Incidents", meaning: "Incidents about you, and what you wrote and did about incidents.")
            case .commands: Section(title: "Commands", meaning: "What you switched and set, and the outcome.")
            case .applianceNotes:
                Section(title: "Notes about appliances", meaning: "What you noted about appliances of the home.")
            case .serviceHistory:
                Section(
                    title: "Service history",
                    meaning: "What you wrote down, or did, about appliances and devices of the home.")
            case .maintenanceTasks:
                Section(
                    title: "Maintenance tasks",
                    meaning: "Tasks that you planned, or marked as done, and what you noted about them.")
            case .attachments:
                Section(
                    title: "Photographs and manuals",
                    meaning: "What you added to appliances and to the service history. The files are in the folder "
                        + "attachments.")
            case .audit:
                Section(
                    title: "Audit log",
                    meaning: "What you did, and what others did that concerned you, with the reasons for refusals.")
            }
        })
}
