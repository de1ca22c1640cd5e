import HomeModel

extension IncidentNoticeTexts {
    static let english = IncidentNoticeTexts(
        language: "en", what: "What happened", data: "Which data is concerned", done: "What we have done",
        advice: "What you should do", contact: "Contact", deadline: "Time limit",
        toComplete: "(Complete this part.)", nothingDone: "Nothing yet. (Complete this part.)",
        contactLine: "(Your name, phone number and address.)",
        since: { "We noticed it on \($0)." },
        deadlineText: { time in
            "A private household need not report an incident. If you run this home for others, such as guests who pay or "
                + "people in your care, the GDPR (Article 33) asks you to inform your data protection authority by "
                + "\(time), 72 hours after you noticed it, unless it is unlikely to harm anyone. (Delete this part before "
                + "you send the notice.)"
        },
        describe: { rule in
            switch rule {
            case .manyRefusals: "A person or a phone tried many things in our home that it may not do."
            case .unusualHour: "A new phone or browser was connected to our home at night."
            case .farFromWindow: "A guest tried to use something far outside the agreed hours."
            case .speaksForOthers: "A device of our home acted in the name of another one."
            case .twoAddresses: "The certificate of a device was used from two addresses, so it may have been copied."
            case .auditDamage: "Entries of the security log of our home are missing or were changed."
            case .commandBurst: "Very many commands were sent to the devices of our home in a short time."
            case .changedOutside: "A configuration file of our home was changed by an unknown person or program."
            }
        },
        describeKind: { kind in
            switch kind {
            case .lostPhone: "A phone or computer with access to our home was lost or stolen."
            case .unwantedPerson: "Someone had access to our home who should not have it."
            case .strangeDevice: "A device of our home behaves strangely."
            case .copiedKey: "A key or certificate of our home may have been copied."
            }
        },
        toDescribe: { title in
            title.map { "(Say what happened, in words for others: “\($0)”.)" } ?? "(Say what happened.)"
        },
        concerned: { rule in
            switch rule {
            case .manyRefusals, .farFromWindow:
                "Probably none: the attempts were refused. (Check what the person could see with their own rights.)"
            case .unusualHour, .commandBurst:
                "What the person may see in our home: states of devices, and perhaps their history. (Check this.)"
            case .speaksForOthers, .twoAddresses: "What that device reports. (Say which device it is.)"
            case .auditDamage: "The record of who did what in our home. (Say for which time.)"
            case .changedOutside:
                "This is not known yet. A person who can change that file may have read all data of the home."
            }
        },
        advise: { rule in
            switch rule {
            case .manyRefusals, .unusualHour, .farFromWindow, .commandBurst:
                "Check which phones and browsers are signed in as you, sign out those that you do not know, and choose "
                    + "a new PIN."
            case .speaksForOthers, .twoAddresses:
                "Nothing, unless you set up that device. Tell us if you noticed anything unusual about it."
            case .auditDamage, .changedOutside:
                "Choose a new PIN, and tell us if you noticed anything unusual in the home."
            }
        },
        concernedOfKind: { kind in
            switch kind {
            case .lostPhone:
                "What the owner of that phone or computer may see in our home, and what they may control. (Say whose it "
                    + "is, and whether it was locked.)"
            case .unwantedPerson:
                "What that person could see in our home: states of devices, and perhaps their history. (Check this.)"
            case .strangeDevice: "What that device reports. (Say which device it is.)"
            case .copiedKey: "This is not known yet. A person with the key may have read what devices and phones sent."
            }
        },
        adviseOfKind: { kind in
            switch kind {
            case .lostPhone:
                "Sign out the phone or computer if it is yours, and choose a new PIN: someone may have seen you enter it."
            case .unwantedPerson:
                "Check which phones and browsers are signed in as you, sign out those that you do not know, and choose "
                    + "a new PIN."
            case .strangeDevice: "Tell us if you noticed anything unusual about a device."
            case .copiedKey: "Set up your phone, browser and devices again when we ask you to."
            }
        },
        concernedAfter: { containment in
            switch containment {
            case .revokeClient, .endSessionsOfPerson, .revokeToken, .endAllSessions:
                "What could be seen and controlled with the access that we ended. (Check this.)"
            case .revokeDevice: "What the device that we disconnected reports. (Check this.)"
            case .rotateKeys, .finishRotation: "What devices and phones sent while the old keys counted. (Check this.)"
            case .lockdown, .endLockdown, .changePIN: nil
            }
        },
        adviseAfter: { containment in
            switch containment {
            case .lockdown: "While the home is locked down, only safe commands are carried out."
            case .endAllSessions: "Your phone or browser is signed out. We will invite it again."
            case .endSessionsOfPerson: "If your phone or browser is signed out, ask us for a new invitation."
            case .rotateKeys, .finishRotation:
                "Install the new certificate of the home on each of your phones and computers: Settings, Secure connection. "
                    + "If one of them warns about the home, ask us before you go on."
            case .revokeClient, .revokeToken, .revokeDevice, .endLockdown, .changePIN: nil
            }
        },
        act: { containment in
            switch containment {
            case .lockdown: "We locked the home down, so that only safe commands were carried out."
            case .revokeClient: "We signed out a phone or browser for good."
            case .endSessionsOfPerson: "We signed out the phones and browsers of one person."
            case .revokeToken: "We revoked the token of a program."
            case .revokeDevice: "We disconnected a device, and revoked its credential."
            case .endAllSessions: "We signed out all other phones and browsers."
            case .rotateKeys: "We created new keys for the home."
            case .finishRotation: "We made the old keys of the home invalid."
            case .endLockdown: "We ended the lockdown."
            case .changePIN: "A person chose a new PIN."
            }
        })
}
