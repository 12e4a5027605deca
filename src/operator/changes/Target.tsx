import { Link } from 'react-router-dom'
import type { ChangeKind } from '#contract/operator/changes.ts'
import { operator_paths } from '#src/operator/paths.ts'

const pages: Record<ChangeKind, (id: string) => string> = {
  price: operator_paths.product,
  activity: operator_paths.activity,
  role: operator_paths.user,
  unfreeze: operator_paths.user,
  adjustment: operator_paths.user,
  coupon_open: (id) => `${operator_paths.coupons}/${id}`,
  coupon_codes: (id) => `${operator_paths.coupons}/${id}`,
  coupon_grant: (id) => `${operator_paths.coupons}/${id}`,
  refund: (id) => `${operator_paths.orders}/${id}`,
  llm_price: operator_paths.llm_model,
}

/** Leads to what would change. */
export const Target = ({ kind, id }: { kind: ChangeKind; id: string }) => <Link to={pages[kind](id)}>{id}</Link>
