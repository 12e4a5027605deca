/** Who triggers a transition: the owner, an operator, or the platform itself. */
export type InvoiceActor = 'user' | 'operator' | 'system'

/** Invoice states (product §5); 已撤回 is a request its owner withdrew. */
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

interface InvoiceTransition {
  from: InvoiceState
  to: InvoiceState
  by: readonly InvoiceActor[]
}

/** All state transitions; server and console share this table. */
export const invoiceSteps = {
  withdraw: { from: 'pending', to: 'withdrawn', by: ['user'] },
  approve: { from: 'pending', to: 'issuing', by: ['operator'] },
  /** The invoiced payment has been refunded meanwhile, or may not be invoiced. */
  reject: { from: 'pending', to: 'rejected', by: ['operator', 'system'] },
  /** Issued outside the platform; an operator enters the number. */
  issue_by_hand: { from: 'pending', to: 'issued', by: ['operator'] },
  /** Corrects the file, number or date of an invoice issued outside the platform. */
  replace_file: { from: 'issued', to: 'issued', by: ['operator'] },
  issue: { from: 'issuing', to: 'issued', by: ['system'] },
  /** The issuer refuses the invoice. */
  refuse: { from: 'issuing', to: 'rejected', by: ['system'] },
  ask_flush: { from: 'issued', to: 'flushing', by: ['user', 'system'] },
  decline_flush: { from: 'flushing', to: 'issued', by: ['operator'] },
  approve_flush: { from: 'flushing', to: 'flushing', by: ['operator'] },
  /** The issuer refuses the red invoice; an operator decides again. */
  refuse_flush: { from: 'flushing', to: 'flushing', by: ['system'] },
  flush: { from: 'flushing', to: 'flushed', by: ['operator', 'system'] },
} as const satisfies Record<string, InvoiceTransition>
export type InvoiceStep = keyof typeof invoiceSteps

export const canStepInvoice = (step: InvoiceStep, state: InvoiceState): boolean => invoiceSteps[step].from === state
