import type { InvoiceEmail } from '#contract/invoice-emails.ts'
import type { InvoiceTitle } from '#contract/invoice-titles.ts'
import type { InvoiceableSummary, InvoiceKind } from '#contract/invoices.ts'
import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import { createStore } from '#src/ui/store.ts'

export interface InvoiceDraft {
  item_ids: readonly string[]
  kind: InvoiceKind
  /** Undefined until selected; the default title applies then. */
  title_id: string | undefined
  emails: readonly string[] | undefined
  remark: string
}

const emptyDraft: InvoiceDraft = { item_ids: [], kind: 'normal', title_id: undefined, emails: undefined, remark: '' }

/** Input of the form, kept while the user leaves to add a title or an address. */
export const invoiceDraft = createStore(emptyDraft)
export const clearInvoiceDraft = () => invoiceDraft.set(emptyDraft)

type Item = InvoiceableSummary['items'][number]
export const sumItemAmounts = (items: readonly Pick<Item, 'amount'>[]): string =>
  formatFenAsYuan(items.reduce((sum, { amount }) => sum + parseYuanToFen(amount), 0n))

/** Completes the draft with defaults, and drops references to items that no longer exist. */
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

/** Groups items by month (Beijing time), newest first; the server's order is kept within a month. */
export function groupItemsByMonth(items: readonly Item[]): InvoiceMonth[] {
  const months = new Map<string, Item[]>()
  for (const item of items) {
    const month = item.day.slice(0, 7)
    months.set(month, [...(months.get(month) ?? []), item])
  }
  return [...months].map(([month, own]) => ({ month, items: own })).sort((a, b) => (a.month < b.month ? 1 : -1))
}
