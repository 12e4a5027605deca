import { type HttpError, useInvalidate, useOne } from '@refinedev/core'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { status_codes } from '#contract/instance-actions.ts'
import type { Row } from '#src/admin/row-types.ts'
import { isApiError } from '#src/api/api-error.ts'
import { paths } from '#src/paths.ts'
import { toast } from '#src/ui/toast.ts'
import type { InstanceDetail } from './instance-detail.ts'

const passing_ms = 2000
/** A running instance costs more by the second; this is how far behind the figure may be. */
const resting_ms = 30_000

/** Keeps the shown instance current beside the stream, and leaves for the list once it is on its way out, or gone. */
export function useInstanceWatch({ id, nick_name, status }: InstanceDetail, passing: boolean, onLeave: () => void): void {
  const navigate = useNavigate()
  const invalidate = useInvalidate()
  const { query } = useOne<Row, HttpError>({
    resource: 'instances',
    id,
    liveMode: 'off', // the page itself is subscribed
    errorNotification: false,
    queryOptions: { refetchInterval: passing ? passing_ms : resting_ms },
  })
  const gone = isApiError(query.error) && query.error.status === 404
  const leaving = gone || status === status_codes.releasing

  useEffect(() => {
    if (!leaving) return
    if (gone) toast.success(`「${nick_name}」已释放`)
    onLeave()
    void invalidate({ resource: 'instances', invalidates: ['list'] })
    void navigate(paths.container_instances, { replace: true })
  }, [leaving, gone, nick_name, onLeave, invalidate, navigate])
}
