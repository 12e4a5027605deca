import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { isApiError } from '#src/api/api-error.ts'
import { getLoginPath } from '#src/session/login-path.ts'
import { session } from '#src/session/session.ts'
import controls from '#src/ui/controls.module.css'
import { toast } from '#src/ui/toast.ts'
import { useStore } from '#src/ui/use-store.ts'

/** 16 × 16 like the other icons; the outline means not starred, the filled star means starred. */
const StarIcon = ({ filled }: { filled: boolean }) => (
  <svg
    viewBox="0 0 16 16"
    width="1em"
    height="1em"
    fill={filled ? 'currentColor' : 'none'}
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="m8 1.8 1.9 4 4.3.6-3.1 3 .7 4.3L8 11.7l-3.8 2 .7-4.3-3.1-3 4.3-.6z" />
  </svg>
)

interface Props {
  kind: 'image' | 'data_set'
  id: string
  starred: boolean
  stars: number
  onChange: (now: { starred: boolean; stars: number }) => void
}

const classes = `${controls.button} ${controls.plain}`

/** Stars or unstars an entry; a visitor is sent to sign in and comes back here. */
export function StarButton({ kind, id, starred, stars, onChange }: Props) {
  const signedIn = useStore(session) !== null
  const { pathname, search } = useLocation()
  const [busy, setBusy] = useState(false)
  const words = `${stars} 人收藏`

  if (!signedIn) {
    return (
      <Link className={classes} to={getLoginPath(pathname + search)} aria-label={`登录后收藏，${words}`}>
        <StarIcon filled={false} /> 收藏 · {stars}
      </Link>
    )
  }
  const toggle = async () => {
    setBusy(true)
    try {
      const { updateStar } = await import('./requests.ts')
      onChange(await updateStar(kind, id, !starred))
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '没有成功，请重试')
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className={classes} aria-pressed={starred} disabled={busy} onClick={() => void toggle()}>
      <StarIcon filled={starred} /> {starred ? '已收藏' : '收藏'} · {stars}
    </button>
  )
}
