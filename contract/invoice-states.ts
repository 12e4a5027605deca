/** Who moves an invoice on: its owner, an operator, or the platform by itself. */
export type InvoiceActor = 'user' | 'operator' | 'system'

/** Product §5; 已撤回 is a request its owner took back. */
export const invoiceStates = {
  pending: '待审核',
  issuing: '开票中',
  issued: '已开',
  rejected: '驳回',
  withdrawn: '已撤回',
  flushing: '红冲中',
  flushed: '已红冲',
} as const
export type InvoiceState = keyof typeof invoiceStates

/** What is invoiced while an invoice is in one of these; in the others the amount is free again. */
export const activeInvoiceStates = ['pending', 'issuing', 'issued', 'flushing'] as const satisfies InvoiceState[]

interface InvoiceTransition {
  from: InvoiceState
  to: InvoiceState
  by: readonly InvoiceActor[]
}

/** Every way from one state to another; server and console read this one table. */
export const invoiceSteps = {
  withdraw: { from: 'pending', to: 'withdrawn', by: ['user'] },
  approve: { from: 'pending', to: 'issuing', by: ['operator'] },
  /** What was asked for has been paid back meanwhile, or may not be invoiced. */
  reject: { from: 'pending', to: 'rejected', by: ['operator', 'system'] },
  /** Issued elsewhere; the number is entered. */
  issue_by_hand: { from: 'pending', to: 'issued', by: ['operator'] },
  /** The file, the number or the day of one that was issued elsewhere was wrong. */
  replace_file: { from: 'issued', to: 'issued', by: ['operator'] },
  issue: { from: 'issuing', to: 'issued', by: ['system'] },
  /** The issuer will not issue it. */
  refuse: { from: 'issuing', to: 'rejected', by: ['system'] },
  ask_flush: { from: 'issued', to: 'flushing', by: ['user', 'system'] },
  decline_flush: { from: 'flushing', to: 'issued', by: ['operator'] },
  approve_flush: { from: 'flushing', to: 'flushing', by: ['operator'] },
  /** The issuer will not issue the red invoice: an operator decides again. */
  refuse_flush: { from: 'flushing', to: 'flushing', by: ['system'] },
  flush: { from: 'flushing', to: 'flushed', by: ['operator', 'system'] },
} as const satisfies Record<string, InvoiceTransition>
export type InvoiceStep = keyof typeof invoiceSteps

export const canStepInvoice = (step: InvoiceStep, state: InvoiceState): boolean => invoiceSteps[step].from === state
