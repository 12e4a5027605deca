import { type ReactNode, Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { loginPath } from '#src/session/login-path.ts'
import { session } from '#src/session/session.ts'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import { toast } from '#src/ui/toast.ts'
import { type ActivityWanted, createPath } from './activity-paths.ts'

const ActivityDialog = lazyDialog(() => import('./ActivityDialog.tsx'))

interface ActivityBuy {
  /** For the click of a buy button that stands under an activity. */
  buy: (wanted: ActivityWanted) => void
  /** The check is on its way; the button waits. */
  busy: boolean
  /** To be drawn beside the buttons. */
  dialog: ReactNode
}

/**
 * Buying under an activity (spec §4): a visitor signs in first; who may take part chooses one of their instances or a new
 * one in the dialog; everybody else goes straight to a new one at the usual price.
 */
export function useActivityBuy(): ActivityBuy {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [open, setOpen] = useState<ActivityWanted | null>(null)

  const check = async (wanted: ActivityWanted) => {
    setBusy(true)
    try {
      const { getLabel } = await import('./requests.ts')
      const { status, activity_id, why_not } = await getLabel(wanted)
      if (status) return setOpen({ ...wanted, activity_id: activity_id ?? undefined })
      if (why_not) toast.info(why_not)
      void navigate(createPath({ ...wanted, activity_id: undefined }))
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
      if (session.token() === null) void navigate(loginPath(createPath(wanted)))
      else void check(wanted)
    },
    dialog: open && (
      <Suspense fallback={null}>
        <ActivityDialog wanted={open} onClose={() => setOpen(null)} />
      </Suspense>
    ),
  }
}
