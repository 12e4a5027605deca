import type { ReactNode } from 'react'
import { toApiUrl } from '#src/api/api-host.ts'
import controls from '#src/ui/controls.module.css'
import { Icon } from '#src/ui/Icon.tsx'
import type { LoginQr } from './login.state.ts'
import styles from './ScanCode.module.css'

/** Returns the instruction for the current state of the QR code. */
const getScanHint = (qr: LoginQr, purpose: string, onPhone: boolean): string => {
  if (qr.is === 'ended') return qr.text
  if (qr.is !== 'shown') return '正在获取二维码'
  if (qr.scanned) return `已扫码，请在手机上确认${purpose}`
  return onPhone ? '在微信里打开本页，长按识别二维码' : `用微信扫一扫，再在手机上确认${purpose}`
}

const renderCover = (qr: LoginQr, onRefresh: () => void): ReactNode => {
  if (qr.is === 'shown') return qr.scanned && <Icon name="check" className={styles.mark} />
  if (qr.is !== 'ended') return null
  return (
    <button type="button" className={`${controls.button} ${controls.primary}`} onClick={onRefresh}>
      <Icon name="refresh" />
      刷新二维码
    </button>
  )
}

interface Props {
  qr: LoginQr
  /** Purpose of the scan: 登录 or 绑定. */
  purpose: string
  /** Status text that overrides the scan hint, for example 正在登录. */
  word?: string | undefined
  /** True if the QR code is displayed on the phone that has to scan it. */
  onPhone: boolean
  onRefresh: () => void
}

/** QR code and the state of its scan (requirements §4). All states have the same size. */
export function ScanCode({ qr, purpose, word, onPhone, onRefresh }: Props) {
  const cover = renderCover(qr, onRefresh)
  return (
    <section className={styles.scan} aria-label={`微信扫码${purpose}`}>
      <div className={styles.frame} data-state={qr.is}>
        {qr.is === 'shown' && <img src={toApiUrl(qr.code.qrcode_url)} alt={`微信${purpose}二维码`} width="208" height="208" />}
        {cover && <div className={styles.cover}>{cover}</div>}
      </div>
      <p className={styles.word} role="status">
        {word ?? getScanHint(qr, purpose, onPhone)}
      </p>
      {qr.is === 'shown' && qr.code.sandbox_url && (
        <a className={styles.sandbox} href={qr.code.sandbox_url} target="_blank" rel="noopener">
          沙箱：打开代替手机的页面
          <Icon name="external" />
        </a>
      )}
    </section>
  )
}
