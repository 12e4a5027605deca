import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import MeteredBill from './MeteredBill.tsx'
import { PackageBill } from './PackageBill.tsx'

/** Every second that was paid for: the runs, each with its charges (product §5). */
export default function BillingTab({ instance }: { instance: InstanceDetail }) {
  if (instance.charge_rule !== 'hour') return <PackageBill instance={instance} />
  return <MeteredBill id={instance.id} />
}
