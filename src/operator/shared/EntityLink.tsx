import { useCan } from '@refinedev/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { operatorPaths } from '#src/operator/paths.ts'
import styles from './EntityLink.module.css'

/** Pages of one row, by the resource that shows it and whose access they need. */
const entityPages = {
  'operator-users': operatorPaths.user,
  'operator-instances': operatorPaths.instance,
  'operator-hosts': operatorPaths.host,
  'operator-products': operatorPaths.product,
  'operator-orders': operatorPaths.order,
  'operator-withdrawals': operatorPaths.withdrawal,
  'operator-bank-transfers': operatorPaths.bankTransfer,
  'operator-invoices': operatorPaths.invoice,
  'operator-changes': operatorPaths.change,
  'operator-coupons': operatorPaths.coupon,
  'operator-activities': operatorPaths.activity,
  'operator-llm-models': operatorPaths.llmModel,
  'operator-identities': operatorPaths.identity,
  'operator-real-names': operatorPaths.realName,
  'operator-image-reviews': operatorPaths.imageReview,
  'operator-data-sets': operatorPaths.dataSetReview,
  'operator-original-reviews': operatorPaths.originalReview,
  'operator-creator-reviews': operatorPaths.creatorReview,
  'operator-leads': operatorPaths.lead,
  'operator-quarantine': operatorPaths.quarantined,
} as const
export type EntityKind = keyof typeof entityPages

interface Props {
  kind: EntityKind
  id: string
  children: ReactNode
}

/** A row of the back office that another row speaks of: a link for those who may open its page, text for others. */
export function EntityLink({ kind, id, children }: Props) {
  const { data } = useCan({ resource: kind, action: 'show', params: {} })
  if (!data?.can) return children
  return (
    <Link className={styles.link ?? ''} to={entityPages[kind](id)}>
      {children}
    </Link>
  )
}

const kindsByIdPrefix: Readonly<Record<string, EntityKind>> = {
  user: 'operator-users',
  gpu: 'operator-instances',
  product: 'operator-products',
  order: 'operator-orders',
  withdrawal: 'operator-withdrawals',
  transfer: 'operator-bank-transfers',
  invoice: 'operator-invoices',
  change: 'operator-changes',
  campaign: 'operator-coupons',
  activity: 'operator-activities',
  identity: 'operator-identities',
  certification: 'operator-real-names',
  version: 'operator-image-reviews',
  dsv: 'operator-data-sets',
  original: 'operator-original-reviews',
  creator: 'operator-creator-reviews',
  lead: 'operator-leads',
  quarantine: 'operator-quarantine',
}
/** Rows whose ids their owners chose, by the group of calls that changes them. */
const kindsByCalls: Readonly<Record<string, EntityKind>> = {
  operator_hosts: 'operator-hosts',
  operator_products: 'operator-products',
  operator_llm_models: 'operator-llm-models',
  operator_users: 'operator-users',
}

/** Returns what kind of row a call changed; undefined for rows without a page, and for ids of nothing that was kept. */
function findEntityKind(endpoint: string, id: string): EntityKind | undefined {
  const [group = ''] = endpoint.split('.', 1)
  const [prefix = ''] = id.split('-', 1)
  return kindsByCalls[group] ?? (id.includes('-') ? kindsByIdPrefix[prefix] : undefined)
}

/** An id that another row refers to, linked if it names a row with a page. */
export function EntityIdLink({ id, endpoint = '' }: { id: string; endpoint?: string }) {
  const kind = findEntityKind(endpoint, id)
  return kind ? (
    <EntityLink kind={kind} id={id}>
      {id}
    </EntityLink>
  ) : (
    id
  )
}
