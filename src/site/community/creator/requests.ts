import { creatorIncome } from '#contract/creator-income.ts'
import { CreatorForm, creators } from '#contract/creators.ts'
import type { EndpointData } from '#contract/endpoint.ts'
import { callEndpoint } from '#src/api/call.ts'
import { fetchFile } from '#src/api/fetch-file.ts'
import { saveAsFile } from '#src/ui/download.ts'

// Imported lazily: the page paints before the HTTP client has loaded.

export type OwnCreatorStanding = EndpointData<typeof creators.detail>
export type OwnIncomeSummary = EndpointData<typeof creatorIncome.summary>
export type MonthStatementItem = EndpointData<typeof creatorIncome.statements>[number]
export type MonthStatement = EndpointData<typeof creatorIncome.statement>
export type MonthStatementLine = EndpointData<typeof creatorIncome.lines>[number]
export interface CreatorPage<T> {
  items: T[]
  total: number
}

export const getOwnCreatorStanding = async (signal: AbortSignal): Promise<OwnCreatorStanding> =>
  (await callEndpoint(creators.detail, {}, { signal })).data

export const getOwnIncomeSummary = async (signal: AbortSignal): Promise<OwnIncomeSummary> =>
  (await callEndpoint(creatorIncome.summary, {}, { signal })).data

export async function listMonthStatements(
  page: number,
  pageSize: number,
  signal: AbortSignal,
): Promise<CreatorPage<MonthStatementItem>> {
  const { data, total } = await callEndpoint(creatorIncome.statements, { query: { page, page_size: pageSize } }, { signal })
  return { items: data, total }
}

export const getMonthStatement = async (id: string, signal: AbortSignal): Promise<MonthStatement> =>
  (await callEndpoint(creatorIncome.statement, { params: { id } }, { signal })).data

export async function listMonthStatementLines(
  id: string,
  page: number,
  pageSize: number,
  signal: AbortSignal,
): Promise<CreatorPage<MonthStatementLine>> {
  const { data, total } = await callEndpoint(
    creatorIncome.lines,
    { params: { id }, query: { page, page_size: pageSize } },
    { signal },
  )
  return { items: data, total }
}

export async function downloadMonthStatement(id: string, month: string): Promise<void> {
  const { blob, name } = await fetchFile(creatorIncome.export, { params: { id } })
  saveAsFile(name ?? `创作收益-${month}.csv`, blob)
}

/** Returns the validation errors of a form by field; empty when the form can be sent. */
export function parseFormFaults(form: unknown): Record<string, string> {
  const parsed = CreatorForm.safeParse(form)
  if (parsed.success) return {}
  return Object.fromEntries([...parsed.error.issues].reverse().map(({ path, message }) => [String(path[0]), message]))
}

export const submitCreatorApplication = async (form: unknown) => {
  const { data, message } = await callEndpoint(creators.apply, { body: CreatorForm.parse(form) })
  return { standing: data, message }
}
