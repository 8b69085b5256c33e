/// What a text is to the board before it is parsed.
enum Recognition {
    /// The text that the current revision came from.
    case current
    /// The text that was refused last.
    case refused
    case new
    /// Another, but what was found is not to be published: a commit came in between, or is about to.
    case overtaken(Publication)
}
