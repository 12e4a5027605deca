import { type HttpError, useInvalidate, useOne } from '@refinedev/core'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import type { Row } from '#src/admin/row-types.ts'
import { isApiError } from '#src/api/api-error.ts'
import { paths } from '#src/paths.ts'
import { toast } from '#src/ui/toast.ts'
import type { InstanceDetail } from './instance-detail.ts'

const passingMs = 2000
/** A running instance costs more by the second; this is how far behind the figure may be. */
const restingMs = 30_000

/** Keeps the shown instance current beside the stream, and leaves for the list once it is on its way out, or gone. */
export function useInstanceWatch(
  { id, nick_name: nickName, status }: InstanceDetail,
  passing: boolean,
  onLeave: () => void,
): void {
  const navigate = useNavigate()
  const invalidate = useInvalidate()
  const { query } = useOne<Row, HttpError>({
    resource: 'instances',
    id,
    liveMode: 'off', // the page itself is subscribed
    errorNotification: false,
    queryOptions: { refetchInterval: passing ? passingMs : restingMs },
  })
  const gone = isApiError(query.error) && query.error.status === 404
  const leaving = gone || status === instanceStatusCodes.releasing

  useEffect(() => {
    if (!leaving) return
    if (gone) toast.success(`「${nickName}」已释放`)
    onLeave()
    void invalidate({ resource: 'instances', invalidates: ['list'] })
    void navigate(paths.containerInstances, { replace: true })
  }, [leaving, gone, nickName, onLeave, invalidate, navigate])
}
