import type { LedgerEntryDetail } from '#contract/ledger-entries.ts'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { EntryReason } from './EntryReason.tsx'

/** One row of 收支明细, and what it was for. */
export default function EntryShow({ resource }: { resource: Resource }) {
  // rows of this page come from `ledger_entries.get`
  return <Show resource={resource}>{(row) => <EntryReason entry={row as unknown as LedgerEntryDetail} />}</Show>
}
