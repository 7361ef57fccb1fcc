export declare const RESET_ADMIN: RegExp
export declare const DROP_SNAPSHOT: RegExp
export declare const REBUILD: RegExp
export declare const KNOWN_HEAD: RegExp
export declare const ACCEPT_LOSS: RegExp
export declare const TRUST_CLOCK: RegExp
export declare function helpFor(args: readonly string[]): string | undefined
export declare function unknownOption(args: readonly string[]): string | undefined
export declare function refusalText(problems: readonly string[]): string
