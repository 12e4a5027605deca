import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Time } from '../scalars.ts'
import { operatorBankTransfers } from './bank-transfers.ts'
import { operatorChanges } from './changes.ts'
import { operatorCreatorStatements } from './creator-statements.ts'
import { operatorCreators } from './creators.ts'
import { operatorDatasets } from './datasets.ts'
import { operatorGpus } from './gpus.ts'
import { operatorHosts } from './hosts.ts'
import { operatorIdentities } from './identities.ts'
import { operatorImageReviews } from './image-reviews.ts'
import { operatorInvoices } from './invoices.ts'
import { operatorLeads } from './leads.ts'
import { operatorOriginals } from './originals.ts'
import { operatorQuarantine } from './quarantine.ts'
import { operatorRealNames } from './real-names.ts'
import { operatorWithdrawals } from './withdrawals.ts'

/** Queues of work by the name of their resource: the list that holds them, and the filter that leaves only what waits. */
export const waitingQueues = {
  'operator-changes': { list: operatorChanges.list, filter: { todo: 'true' } },
  'operator-withdrawals': { list: operatorWithdrawals.list, filter: { todo: 'true' } },
  'operator-bank-transfers': { list: operatorBankTransfers.list, filter: { todo: 'true' } },
  'operator-invoices': { list: operatorInvoices.list, filter: { todo: 'true' } },
  'operator-identities': { list: operatorIdentities.list, filter: { status: 'pending' } },
  'operator-real-names': { list: operatorRealNames.list, filter: { status: 'pending' } },
  'operator-image-reviews': { list: operatorImageReviews.list, filter: { state: 'pending' } },
  'operator-data-sets': { list: operatorDatasets.list, filter: { todo: 'true' } },
  'operator-original-reviews': { list: operatorOriginals.list, filter: { state: 'pending' } },
  'operator-creator-reviews': { list: operatorCreators.list, filter: { state: 'pending' } },
  'operator-creator-statements': { list: operatorCreatorStatements.list, filter: { state: 'settled' } },
  'operator-hosts': { list: operatorHosts.list, filter: { todo: 'true' } },
  'operator-gpus': { list: operatorGpus.list, filter: { held: 'true' } },
  'operator-quarantine': { list: operatorQuarantine.list, filter: { state: 'kept' } },
  'operator-leads': { list: operatorLeads.list, filter: { state: 'new' } },
} as const
export type WaitingQueue = keyof typeof waitingQueues

/** A count above this is given as this plus one. */
export const waitingCountMax = 999

export const operatorWaiting = {
  get: endpoint({
    method: 'GET',
    path: '/api/v1/operator/waiting',
    access: 'operator',
    summary: '等待处理：当前操作人能看到的每个队列有多少项，最早的一项从何时开始等',
    description: 'Returns, for each queue the caller may see, how many rows wait for the caller and since when the oldest waits.',
    source: 'decided: docs/decisions/079',
    data: z.array(
      z.object({
        queue: z.enum(Object.keys(waitingQueues) as [WaitingQueue, ...WaitingQueue[]]),
        count: z
          .number()
          .int()
          .min(0)
          .max(waitingCountMax + 1)
          .meta({ description: `数到 ${waitingCountMax}，更多时为 ${waitingCountMax + 1}` }),
        oldest_at: Time.nullable().meta({ description: '没有等待的、或没有记录时为 null' }),
      }),
    ),
  }),
}
