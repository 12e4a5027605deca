import { useInvalidate } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { type ExpiryPolicy, expiry as endpoints } from '#contract/expiry.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import styles from '#src/features/instances/money/MoneyPage.module.css'
import { money_key } from '#src/features/instances/money/use-money-quote.ts'
import { toast } from '#src/ui/toast.ts'

/** The policy alone, for who does not want to buy time now. */
export function SavePolicy({ id, expiry, changed }: { id: string; expiry: ExpiryPolicy | undefined; changed: boolean }) {
  const client = useQueryClient()
  const invalidate = useInvalidate()
  const [saving, setSaving] = useState(false)
  const save = async () => {
    if (!expiry) return
    setSaving(true)
    try {
      const { message } = await call(endpoints.update, { params: { id }, body: expiry })
      toast.success(message)
      await client.invalidateQueries({ queryKey: money_key })
      await invalidate({ resource: 'instances', invalidates: ['list', 'detail'] })
    } catch (error) {
      if (!isApiError(error)) throw error
      toast.error(error.message)
    } finally {
      setSaving(false)
    }
  }
  return (
    <div className={styles.next}>
      <Button disabled={!changed || !expiry} loading={saving} onClick={() => void save()}>
        只保存到期策略
      </Button>
      <span className={styles.quiet}>不续费也可以保存；续费时一并保存。</span>
    </div>
  )
}
