import {
  AliasNode,
  ColumnNode,
  IdentifierNode,
  type Kysely,
  type OperationNode,
  type OperationNodeSource,
  ReferenceNode,
  type SelectQueryBuilder,
  type SelectQueryNode,
  sql,
} from 'kysely'
import type { DB } from './types.ts'

/**
 * Runs writes to different tables as one statement. They all see the rows from before it, except that one may read what another of
 * this name returns. Foreign keys among them hold, being checked at the end of the statement.
 */
export async function writeTogether(db: Kysely<DB>, writes: Readonly<Record<string, OperationNodeSource>>): Promise<void> {
  const parts = Object.entries(writes).map(([name, write]) => sql`${sql.id(name)} as (${write})`)
  if (parts.length > 0) await sql`with ${sql.join(parts)} select`.execute(db)
}

type Select<Row> = SelectQueryBuilder<DB, never, Row>
/** What `readTogether` returns for queries. */
export type ReadRows<Queries> = { [Name in keyof Queries]: (Queries[Name] extends Select<infer Row> ? Row : never) | undefined }

/** Reads unrelated rows, at most one for each query, in one statement. The queries name all their columns. */
export async function readTogether<Queries extends Readonly<Record<string, Select<unknown>>>>(
  db: Kysely<DB>,
  queries: Queries,
): Promise<ReadRows<Queries>> {
  const parts = Object.entries(queries).map(([name, query]) => ({ name, query, columns: listColumns(query.toOperationNode()) }))
  const found = parts.map(({ name }) => sql`${sql.ref(`${name}.found`)} as ${sql.id(name)}`)
  const values = parts.flatMap(({ name, columns }) =>
    columns.map((column) => sql`${sql.ref(`${name}.${column}`)} as ${sql.id(`${name}.${column}`)}`),
  )
  const joins = parts.map(
    ({ name, query }) => sql`left join (select *, true as found from ${query} as row_) as ${sql.id(name)} on true`,
  )
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join([...found, ...values])} from (select) as one ${sql.join(joins, sql` `)}`.execute(db)
  const row = rows[0]!
  const pick = ({ name, columns }: (typeof parts)[number]) =>
    row[name] ? Object.fromEntries(columns.map((column) => [column, row[`${name}.${column}`]])) : undefined
  return Object.fromEntries(parts.map((part) => [part.name, pick(part)])) as ReadRows<Queries>
}

const listColumns = ({ selections = [] }: SelectQueryNode): string[] =>
  selections.map(({ selection }) => getColumnName(selection))

function getColumnName(node: OperationNode): string {
  if (AliasNode.is(node)) return getColumnName(node.alias)
  if (ReferenceNode.is(node)) return getColumnName(node.column)
  if (ColumnNode.is(node)) return node.column.name
  if (IdentifierNode.is(node)) return node.name
  throw new Error('a query that is read together with others names its columns')
}
