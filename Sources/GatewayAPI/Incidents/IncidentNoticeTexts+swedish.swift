import HomeModel

extension IncidentNoticeTexts {
    static let swedish = IncidentNoticeTexts(
        language: "sv", what: "Vad som har hänt", data: "Vilka uppgifter det gäller", done: "Vad vi har gjort",
        advice: "Vad du bör göra", contact: "Kontakt", deadline: "Tidsfrist",
        toComplete: "(Fyll i den här delen.)", nothingDone: "Inget ännu. (Fyll i den här delen.)",
        contactLine: "(Namn, telefonnummer och adress.)",
        since: { "Vi upptäckte det \($0)." },
        deadlineText: { time in
            "Ett privat hushåll behöver inte anmäla en incident. Om du driver hemmet åt andra, till exempel betalande "
                + "gäster eller personer i din vård, ska du enligt dataskyddsförordningen (artikel 33) anmäla den till "
                + "Integritetsskyddsmyndigheten senast \(time), 72 timmar efter upptäckten, såvida det inte är osannolikt "
                + "att den innebär en risk för någon. (Ta bort den här delen innan du skickar meddelandet.)"
        },
        describe: { rule in
            switch rule {
            case .manyRefusals: "En person eller en telefon försökte göra mycket i vårt hem som den inte får."
            case .unusualHour: "En ny telefon eller webbläsare anslöts till vårt hem under natten."
            case .farFromWindow: "En gäst försökte använda något långt utanför de avtalade tiderna."
            case .speaksForOthers: "En enhet i vårt hem uppträdde i en annan enhets namn."
            case .twoAddresses: "Certifikatet för en enhet användes från två adresser och kan ha kopierats."
            case .auditDamage: "Poster i hemmets säkerhetslogg saknas eller har ändrats."
            case .commandBurst: "Väldigt många kommandon skickades till hemmets enheter på kort tid."
            case .changedOutside: "En konfigurationsfil i hemmet ändrades av en okänd person eller ett okänt program."
            }
        },
        describeKind: { kind in
            switch kind {
            case .lostPhone: "En telefon eller dator med åtkomst till vårt hem har kommit bort eller blivit stulen."
            case .unwantedPerson: "Någon hade åtkomst till vårt hem som inte borde ha haft det."
            case .strangeDevice: "En enhet i vårt hem beter sig konstigt."
            case .copiedKey: "En nyckel eller ett certifikat i vårt hem kan ha kopierats."
            }
        },
        toDescribe: { title in
            title.map { "(Beskriv vad som har hänt, med ord för andra: ”\($0)”.)" } ?? "(Beskriv vad som har hänt.)"
        },
        concerned: { rule in
            switch rule {
            case .manyRefusals, .farFromWindow:
                "Troligen inga: försöken nekades. (Kontrollera vad personen kunde se med sina egna rättigheter.)"
            case .unusualHour, .commandBurst:
                "Det som personen får se i hemmet: enheternas tillstånd och kanske deras historik. (Kontrollera detta.)"
            case .speaksForOthers, .twoAddresses: "Det som enheten rapporterar. (Ange vilken enhet det gäller.)"
            case .auditDamage: "Loggen över vem som har gjort vad i hemmet. (Ange för vilken tid.)"
            case .changedOutside:
                "Det vet vi inte ännu. Den som kan ändra filen kan ha läst alla uppgifter om hemmet."
            }
        },
        advise: { rule in
            switch rule {
            case .manyRefusals, .unusualHour, .farFromWindow, .commandBurst:
                "Kontrollera vilka telefoner och webbläsare som är inloggade som du, logga ut dem du inte känner igen "
                    + "och välj en ny PIN-kod."
            case .speaksForOthers, .twoAddresses:
                "Inget, om du inte har installerat enheten. Hör av dig om du har märkt något ovanligt med den."
            case .auditDamage, .changedOutside:
                "Välj en ny PIN-kod och hör av dig om du har märkt något ovanligt i hemmet."
            }
        },
        concernedOfKind: { kind in
            switch kind {
            case .lostPhone:
                "Det som telefonens eller datorns ägare får se och styra i hemmet. (Ange vems den är och om den var låst.)"
            case .unwantedPerson:
                "Det som personen kunde se i hemmet: enheternas tillstånd och kanske deras historik. (Kontrollera detta.)"
            case .strangeDevice: "Det som enheten rapporterar. (Ange vilken enhet det gäller.)"
            case .copiedKey:
                "Det vet vi inte ännu. Den som har nyckeln kan ha läst det som enheter och telefoner har skickat."
            }
        },
        adviseOfKind: { kind in
            switch kind {
            case .lostPhone:
                "Logga ut telefonen eller datorn om den är din och välj en ny PIN-kod: någon kan ha sett dig ange den."
            case .unwantedPerson:
                "Kontrollera vilka telefoner och webbläsare som är inloggade som du, logga ut dem du inte känner igen "
                    + "och välj en ny PIN-kod."
            case .strangeDevice: "Hör av dig om du har märkt något ovanligt med en enhet."
            case .copiedKey: "Installera om din telefon, webbläsare och dina enheter när vi ber dig om det."
            }
        },
        concernedAfter: { containment in
            switch containment {
            case .revokeClient, .endSessionsOfPerson, .revokeToken, .endAllSessions:
                "Det som gick att se och styra med den åtkomst som vi har avslutat. (Kontrollera detta.)"
            case .revokeDevice: "Det som enheten som vi kopplade bort rapporterar. (Kontrollera detta.)"
            case .rotateKeys, .finishRotation:
                "Det som enheter och telefoner skickade medan de gamla nycklarna gällde. (Kontrollera detta.)"
            case .lockdown, .endLockdown, .changePIN: nil
            }
        },
        adviseAfter: { containment in
            switch containment {
            case .lockdown: "Så länge hemmet är spärrat utförs bara ofarliga kommandon."
            case .endAllSessions: "Din telefon eller webbläsare är utloggad. Vi bjuder in den igen."
            case .endSessionsOfPerson: "Be oss om en ny inbjudan om din telefon eller webbläsare är utloggad."
            case .rotateKeys, .finishRotation:
                "Installera hemmets nya certifikat på alla dina telefoner och datorer: Inställningar, Säker anslutning. Fråga "
                    + "oss innan du går vidare om någon av dem varnar för hemmet."
            case .revokeClient, .revokeToken, .revokeDevice, .endLockdown, .changePIN: nil
            }
        },
        act: { containment in
            switch containment {
            case .lockdown: "Vi spärrade hemmet, så att bara ofarliga kommandon utfördes."
            case .revokeClient: "Vi loggade ut en telefon eller webbläsare för gott."
            case .endSessionsOfPerson: "Vi loggade ut en persons telefoner och webbläsare."
            case .revokeToken: "Vi återkallade ett programs åtkomstnyckel."
            case .revokeDevice: "Vi kopplade bort en enhet och återkallade dess behörighet."
            case .endAllSessions: "Vi loggade ut alla andra telefoner och webbläsare."
            case .rotateKeys: "Vi skapade nya nycklar för hemmet."
            case .finishRotation: "Vi gjorde hemmets gamla nycklar ogiltiga."
            case .endLockdown: "Vi hävde spärren."
            case .changePIN: "En person valde en ny PIN-kod."
            }
        })
}
