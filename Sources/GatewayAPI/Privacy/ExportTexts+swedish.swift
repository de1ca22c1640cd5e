import GatewayCore

extension ExportTexts {
    static let swedish = ExportTexts(
        language: "sv",
        title: "Uppgifter om {name}",
        made: "Exporterat {time}.",
        introduction: [
            "Det här arkivet innehåller det som Tomte sparar om dig hemma. Det skapades där och har inte skickats någon "
                + "annanstans. Förvara det där bara du kan läsa det.",
            "Varje slags uppgifter finns i två filer med samma innehåll: JSON för program, CSV för kalkylark. Lösenord, "
                + "PIN-koder, nycklar och token ingår inte. De visas inte för någon.",
            "I CSV-filerna skiljer kommatecken kolumnerna åt. Ett kalkylprogram som väntar sig semikolon, som i Sverige, "
                + "visar en hel rad i en enda kolumn. Importera då filen i stället för att öppna den, och välj komma som "
                + "avgränsare. I Excel: Data, Från text/CSV.",
            "Andra personer nämns bara där de har gjort något som rörde dig. Annars står deras roll, till exempel (member) "
                + "eller, för en person som har lämnat hemmet, (former).",
        ],
        timesInUTC: "Alla tider är i UTC.",
        timesOfHome: "Alla tider är hemmets klocktider, med skillnaden mot UTC.",
        sectionsHeading: "Om dig",
        content: "Innehåll",
        rows: "Rader",
        readingsHeading: "Hemmets mätvärden",
        readings: "Det här är de mätvärden och tillstånd i hemmet som du får se nu. En fil med timmar har varje timmes "
            + "minsta, största och genomsnittliga värde.",
        readingsLeftOut: "Hemmets mätvärden ingår inte, eftersom de inte begärdes.",
        device: "Enhet",
        quantity: "Storhet",
        everyValue: "Alla värden",
        hourly: "Per timme",
        section: { section in
            switch section {
            case .profile: Section(title: "Profil", meaning: "Ditt namn, din roll och om du har en PIN-kod.")
            case .preferences: Section(title: "Inställningar", meaning: "Språk, färger, enheter och tider.")
            case .layout: Section(title: "Hemskärm", meaning: "Ordningen på dina rum och brickor.")
            case .notices:
                Section(
                    title: "Integritetsinformation",
                    meaning: "Vilka versioner av integritetsinformationen du har sett, och när.")
            case .consents:
                Section(title: "Samtycken", meaning: "Hemmets samtycken som du har svarat på senast.")
            case .clients:
                Section(
                    title: "Telefoner, webbläsare och terminaler",
                    meaning: "Det du loggar in med, när det parkopplades och vem som godkände det.")
            case .sessions: Section(title: "Sessioner", meaning: "Var du är inloggad nu.")
            case .tokens: Section(title: "Tjänstetoken", meaning: "Vad ett program får läsa eller styra.")
            case .grants:
                Section(
                    title: "Tillåtelser och förbud",
                    meaning: "Vad som är tillåtet eller förbjudet för dig, även genom en öppen inbjudan.")
            case .invitations: Section(title: "Inbjudningar", meaning: "Öppna inbjudningar till dig eller från dig.")
            case .incidents:
                Section(
                    title: "Incidenter",
                    meaning: "Incidenter som gäller dig, och vad du har skrivit och gjort åt incidenter.")
            case .commands: Section(title: "Kommandon", meaning: "Vad du har styrt och ställt in, och hur det gick.")
            case .applianceNotes:
                Section(title: "Anteckningar om apparater", meaning: "Det du har antecknat om hemmets apparater.")
            case .serviceHistory:
                Section(
                    title: "Servicehistorik",
                    meaning: "Det du har skrivit upp eller utfört på hemmets apparater och enheter.")
            case .maintenanceTasks:
                Section(
                    title: "Underhållsuppgifter",
                    meaning: "Uppgifter som du har planerat eller markerat som klara, och dina anteckningar om dem.")
            case .attachments:
                Section(
                    title: "Foton och manualer",
                    meaning: "Det du har lagt till hos apparater och i servicehistoriken. Filerna ligger i mappen "
                        + "attachments.")
            case .audit:
                Section(
                    title: "Granskningslogg",
                    meaning: "Vad du har gjort och vad andra har gjort som rörde dig, med skäl till det som nekades.")
            }
        })
}
