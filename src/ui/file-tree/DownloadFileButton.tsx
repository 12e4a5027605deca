import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { isApiError } from '#src/api/api-error.ts'
import { getLoginPath } from '#src/session/login-path.ts'
import { session } from '#src/session/session.ts'
import controls from '#src/ui/controls.module.css'
import { Icon } from '#src/ui/Icon.tsx'
import { toast } from '#src/ui/toast.ts'
import { useStore } from '#src/ui/use-store.ts'

const classes = `${controls.button} ${controls.plain} ${controls.small}`

/** Downloads one file as it is; a visitor is led to sign in and back here. */
export function DownloadFileButton({ version_id: versionId, path }: { version_id: string; path: string }) {
  const signedIn = useStore(session) !== null
  const { pathname, search } = useLocation()
  const [busy, setBusy] = useState(false)
  if (!signedIn) {
    return (
      <Link className={classes} to={getLoginPath(pathname + search)}>
        登录后下载
      </Link>
    )
  }
  const start = async () => {
    setBusy(true)
    try {
      const { getDatasetFileUrl: fileAddress } = await import('./requests.ts')
      const link = document.createElement('a')
      link.href = await fileAddress(versionId, path)
      link.download = ''
      link.click()
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '没有开始下载，请重试')
    } finally {
      setBusy(false)
    }
  }
  return (
    <button type="button" className={classes} disabled={busy} onClick={() => void start()}>
      <Icon name="download" />
      下载
    </button>
  )
}
