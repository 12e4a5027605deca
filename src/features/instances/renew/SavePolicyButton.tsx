import { Button } from 'antd'
import { type ExpiryPolicy, expiry as endpoints } from '#contract/expiry.ts'
import { useAction } from '#src/admin/use-action.ts'
import styles from '#src/features/instances/money/MoneyPage.module.css'

/** The policy alone, for who does not want to buy time now. */
export function SavePolicyButton({ id, expiry, changed }: { id: string; expiry: ExpiryPolicy | undefined; changed: boolean }) {
  const { run, pending } = useAction(endpoints.update)
  return (
    <div className={styles.next}>
      <Button
        disabled={!changed || !expiry}
        loading={pending}
        onClick={() => expiry && void run({ params: { id }, body: expiry })}
      >
        只保存到期策略
      </Button>
      <span className={styles.quiet}>不续费也可以保存；续费时一并保存。</span>
    </div>
  )
}
