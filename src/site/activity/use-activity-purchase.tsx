import { type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { getLoginPath } from '#src/session/login-path.ts'
import { session } from '#src/session/session.ts'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { toast } from '#src/ui/toast.ts'
import { type ActivitySelection, buildActivityCreatePath } from './activity-paths.ts'

const ActivityDialog = lazyDialog(() => import('./ActivityDialog.tsx'))

interface ActivityPurchase {
  /** Click handler of a buy button under an activity. */
  buy: (wanted: ActivitySelection) => void
  /** The check is in progress; the button is disabled. */
  busy: boolean
  /** The dialog, to be rendered beside the buttons. */
  dialog: ReactNode
}

/**
 * Buying under an activity (requirements §4): a visitor signs in first; an eligible user chooses one of their instances or a new
 * one in the dialog; everybody else goes straight to a new one at the usual price.
 */
export function useActivityPurchase(): ActivityPurchase {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [open, setOpen] = useState<ActivitySelection | null>(null)

  const check = async (wanted: ActivitySelection) => {
    setBusy(true)
    try {
      const { getActivityEligibility } = await import('./requests.ts')
      const { status, activity_id: activityId, why_not: whyNot } = await getActivityEligibility(wanted)
      if (status) return setOpen({ ...wanted, activity_id: activityId ?? undefined })
      if (whyNot) toast.info(whyNot)
      void navigate(buildActivityCreatePath({ ...wanted, activity_id: undefined }))
    } catch (error) {
      toast.error(error instanceof Error ? error.message : '没有查到活动资格，请稍后再试')
    } finally {
      setBusy(false)
    }
  }

  return {
    busy,
    buy: (wanted) => {
      if (busy) return
      if (session.token() === null) void navigate(getLoginPath(buildActivityCreatePath(wanted)))
      else void check(wanted)
    },
    dialog: open && (
      <Suspense fallback={null}>
        <ActivityDialog wanted={open} onClose={() => setOpen(null)} />
      </Suspense>
    ),
  }
}
