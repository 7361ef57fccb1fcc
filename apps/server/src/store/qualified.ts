/**
 * Statements that decide whether the store can be trusted, with PostgreSQL's own functions, operators and types alone.
 * Without the name of their schema, PostgreSQL would call a function or an operator of our schema, or of a temporary
 * one, whose types fit better: it could answer that nothing was changed.
 */

/** Words before a parenthesis that name no function. */
const GRAMMAR = ['and', 'any', 'as', 'coalesce', 'exists', 'from', 'not', 'on', 'or', 'select', 'where']
/** Words that call an operator of the search path, and cannot name its schema. */
const IMPLIED = ['between', 'case', 'distinct', 'ilike', 'in', 'like', 'natural', 'nullif', 'similar', 'using']

/** Texts in quotes, types behind a cast, words without a dot, the star of a count, operators. */
const TOKENS = /'[^']*'|::["\w]+|(?<![.\w])[a-z_]\w*\b(?!\.)(?=(\(?))|\(\*\)|[-+*/<>=~!@#%^&|?]+/g

/**
 * The statement with the schema `pg_catalog` for each function, operator and type, and for each name that begins with
 * `pg_`. The types are written as PostgreSQL names them: `int8`. Operators have one precedence then, from left to
 * right: write parentheses.
 */
export function qualified(sql: string): string {
  return sql.replace(TOKENS, (token, paren?: string) => {
    if (token.startsWith("'") || token === '(*)') return token
    if (token.startsWith('::')) return `::pg_catalog.${token.slice(2)}`
    if (!/^\w/.test(token)) return `operator(pg_catalog.${token})`
    if (IMPLIED.includes(token)) throw new Error(`"${token}" calls an operator whose schema cannot be named`)
    const isFunction = paren === '(' && !GRAMMAR.includes(token)
    return isFunction || token.startsWith('pg_') ? `pg_catalog.${token}` : token
  })
}
