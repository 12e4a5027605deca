import { creator_income } from '#contract/creator-income.ts'
import { CreatorForm, creators } from '#contract/creators.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { call } from '#src/api/call.ts'
import { fetchFile } from '#src/api/fetch-file.ts'
import { download } from '#src/ui/download.ts'

// Imported lazily: the page paints before the HTTP client has arrived.

export type Standing = DataOf<typeof creators.detail>
export type Summary = DataOf<typeof creator_income.summary>
export type Statement = DataOf<typeof creator_income.statements>[number]
export type StatementWhole = DataOf<typeof creator_income.statement>
export type Line = DataOf<typeof creator_income.lines>[number]
export interface Page<T> {
  items: T[]
  total: number
}

export const ownStanding = async (signal: AbortSignal): Promise<Standing> => (await call(creators.detail, {}, { signal })).data

export const ownIncome = async (signal: AbortSignal): Promise<Summary> =>
  (await call(creator_income.summary, {}, { signal })).data

export async function ownStatements(page: number, page_size: number, signal: AbortSignal): Promise<Page<Statement>> {
  const { data, total } = await call(creator_income.statements, { query: { page, page_size } }, { signal })
  return { items: data, total }
}

export const oneStatement = async (id: string, signal: AbortSignal): Promise<StatementWhole> =>
  (await call(creator_income.statement, { params: { id } }, { signal })).data

export async function statementLines(id: string, page: number, page_size: number, signal: AbortSignal): Promise<Page<Line>> {
  const { data, total } = await call(creator_income.lines, { params: { id }, query: { page, page_size } }, { signal })
  return { items: data, total }
}

export async function saveStatement(id: string, month: string): Promise<void> {
  const { blob, name } = await fetchFile(creator_income.export, { params: { id } })
  download(name ?? `创作收益-${month}.csv`, blob)
}

/** What is wrong with a form, by field; nothing when it can be sent. */
export function faultsOf(form: unknown): Record<string, string> {
  const parsed = CreatorForm.safeParse(form)
  if (parsed.success) return {}
  return Object.fromEntries([...parsed.error.issues].reverse().map(({ path, message }) => [String(path[0]), message]))
}

export const apply = async (form: unknown) => {
  const { data, message } = await call(creators.apply, { body: CreatorForm.parse(form) })
  return { standing: data, message }
}
