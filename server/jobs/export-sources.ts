import type { z } from 'zod'
import { consumption } from '#contract/consumption.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ledgerEntries } from '#contract/ledger-entries.ts'
import { llmBills } from '#contract/llm-bills.ts'
import { operatorEntries } from '#contract/operator/money.ts'
import { buildCallsExport } from '#server/domains/llm/bills.service.ts'
import { buildConsumptionExport } from '#server/domains/money/consumption/consumption.service.ts'
import { buildWalletEntriesExport } from '#server/domains/money/wallet/entries.service.ts'
import { buildLedgerExport } from '#server/domains/operator/ledger-export.service.ts'
import type { ExportSources } from '#server/domains/storage/export-tasks/run-exports.service.ts'
import type { CsvExport, ExportScope } from '#server/http/csv.ts'

/** Stored filters that this version does not know are an error: without them the file would hold more rows than were asked for. */
const parsedBy =
  <E extends Endpoint & { body: z.ZodObject }>(
    { body }: E,
    build: (scope: ExportScope, filters: z.output<E['body']>) => CsvExport,
  ) =>
  (scope: ExportScope, filters: unknown) =>
    build(scope, body.strict().parse(filters) as z.output<E['body']>)

/** How the rows of each kind of export are read: the same way as in a direct answer. */
export const exportSources: ExportSources = {
  wallet_entry: parsedBy(ledgerEntries.export_task, buildWalletEntriesExport),
  consumption: parsedBy(consumption.export_task, buildConsumptionExport),
  llm_call: parsedBy(llmBills.export_task, buildCallsExport),
  operator_entry: parsedBy(operatorEntries.export_task, buildLedgerExport),
}
