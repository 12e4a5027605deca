import type { InvoiceEmail } from '#contract/invoice-emails.ts'
import type { InvoiceTitle } from '#contract/invoice-titles.ts'
import type { InvoiceableSummary, InvoiceKind } from '#contract/invoices.ts'
import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import { createStore } from '#src/ui/store.ts'

export interface InvoiceDraft {
  item_ids: readonly string[]
  kind: InvoiceKind
  /** Undefined until chosen: the default one. */
  title_id: string | undefined
  emails: readonly string[] | undefined
  remark: string
}

const emptyDraft: InvoiceDraft = { item_ids: [], kind: 'normal', title_id: undefined, emails: undefined, remark: '' }

/** What has been chosen and typed, kept while one goes to add a title or an address and comes back. */
export const invoiceDraft = createStore(emptyDraft)
export const clearInvoiceDraft = () => invoiceDraft.set(emptyDraft)

type Item = InvoiceableSummary['items'][number]
export const sumItemAmounts = (items: readonly Pick<Item, 'amount'>[]): string =>
  formatFenAsYuan(items.reduce((sum, { amount }) => sum + parseYuanToFen(amount), 0n))

/** The draft with its defaults, and without what is not there any more. */
export function resolveInvoiceDraft(
  draft: InvoiceDraft,
  {
    invoiceable,
    titles,
    emails,
  }: { invoiceable: InvoiceableSummary; titles: readonly InvoiceTitle[]; emails: readonly InvoiceEmail[] },
) {
  const wanted = new Set(draft.item_ids)
  const chosen = invoiceable.items.filter((item) => item.ready && wanted.has(item.id))
  const usual = emails.filter(({ is_default: isDefault }) => isDefault).map(({ email }) => email)
  return {
    ...draft,
    chosen,
    amount: sumItemAmounts(chosen),
    title: titles.find(({ id }) => id === draft.title_id) ?? titles.find(({ is_default: isDefault }) => isDefault),
    emails: (draft.emails ?? usual).filter((chosenEmail) => emails.some(({ email }) => email === chosenEmail)),
  }
}

export interface InvoiceMonth {
  month: string
  items: Item[]
}

/** By months of Beijing, the newest first; within one as the server has them. */
export function groupItemsByMonth(items: readonly Item[]): InvoiceMonth[] {
  const months = new Map<string, Item[]>()
  for (const item of items) {
    const month = item.day.slice(0, 7)
    months.set(month, [...(months.get(month) ?? []), item])
  }
  return [...months].map(([month, own]) => ({ month, items: own })).sort((a, b) => (a.month < b.month ? 1 : -1))
}
