import type { InvoiceEmail } from '#contract/invoice-emails.ts'
import type { InvoiceTitle } from '#contract/invoice-titles.ts'
import type { Invoiceable, InvoiceKind } from '#contract/invoices.ts'
import { fenOfYuan, yuanOfFen } from '#contract/money.ts'
import { createStore } from '#src/ui/store.ts'

export interface InvoiceDraft {
  item_ids: readonly string[]
  kind: InvoiceKind
  /** Undefined until chosen: the default one. */
  title_id: string | undefined
  emails: readonly string[] | undefined
  remark: string
}

const empty: InvoiceDraft = { item_ids: [], kind: 'normal', title_id: undefined, emails: undefined, remark: '' }

/** What has been chosen and typed, kept while one goes to add a title or an address and comes back. */
export const invoice_draft = createStore(empty)
export const clearDraft = () => invoice_draft.set(empty)

type Item = Invoiceable['items'][number]
export const sumOf = (items: readonly Pick<Item, 'amount'>[]): string =>
  yuanOfFen(items.reduce((sum, { amount }) => sum + fenOfYuan(amount), 0n))

/** The draft with its defaults, and without what is not there any more. */
export function resolveDraft(
  draft: InvoiceDraft,
  { invoiceable, titles, emails }: { invoiceable: Invoiceable; titles: readonly InvoiceTitle[]; emails: readonly InvoiceEmail[] },
) {
  const wanted = new Set(draft.item_ids)
  const chosen = invoiceable.items.filter((item) => item.ready && wanted.has(item.id))
  const usual = emails.filter(({ is_default }) => is_default).map(({ email }) => email)
  return {
    ...draft,
    chosen,
    amount: sumOf(chosen),
    title: titles.find(({ id }) => id === draft.title_id) ?? titles.find(({ is_default }) => is_default),
    emails: (draft.emails ?? usual).filter((chosen_email) => emails.some(({ email }) => email === chosen_email)),
  }
}

export interface Month {
  month: string
  items: Item[]
}

/** By months of Beijing, the newest first; within one as the server has them. */
export function monthsOf(items: readonly Item[]): Month[] {
  const months = new Map<string, Item[]>()
  for (const item of items) {
    const month = item.day.slice(0, 7)
    months.set(month, [...(months.get(month) ?? []), item])
  }
  return [...months].map(([month, own]) => ({ month, items: own })).sort((a, b) => (a.month < b.month ? 1 : -1))
}
