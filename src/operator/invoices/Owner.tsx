import { Link } from 'react-router-dom'
import type { OperatorInvoice } from '#contract/operator/invoices.ts'
import { operator_paths } from '#src/operator/paths.ts'

/** Whose invoice it is, and the way to him. */
export function Owner({ owner }: Pick<OperatorInvoice, 'owner'>) {
  return <Link to={operator_paths.user(owner.id)}>{owner.nickname}</Link>
}
