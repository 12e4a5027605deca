import { useInvalidate } from '@refinedev/core'
import { Button } from 'antd'
import { useState } from 'react'
import { notifications } from '#contract/notifications.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { toast } from '#src/ui/toast.ts'
import { unread } from '#src/ui/unread.ts'
import { useStore } from '#src/ui/use-store.ts'

/** Marks everything as read, on all pages. */
export function ReadAll() {
  const count = useStore(unread)
  const invalidate = useInvalidate()
  const [reading, setReading] = useState(false)

  const read = async () => {
    setReading(true)
    try {
      const { message } = await call(notifications.read, { body: { all: true } })
      toast.success(message || notifications.read.message)
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '标记失败，请重试')
    }
    await Promise.all([unread.refresh(), invalidate({ resource: 'notifications', invalidates: ['list', 'detail'] })])
    setReading(false)
  }

  return (
    <Button icon={<Icon name="check" />} disabled={count === 0} loading={reading} onClick={() => void read()}>
      全部已读
    </Button>
  )
}
