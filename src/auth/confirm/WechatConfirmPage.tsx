import { useSearchParams } from 'react-router-dom'
import { useTitle } from '#src/site/use-title.ts'
import { BrandMark } from '#src/ui/header/BrandMark.tsx'
import { useBrand } from '#src/ui/use-brand.ts'
import { ConfirmWechatSignIn } from './ConfirmWechatSignIn.tsx'
import styles from './WechatConfirmPage.module.css'

/** Page behind the link in the official account's message, opened on the phone that scanned. */
export default function WechatConfirmPage() {
  const [search] = useSearchParams()
  const brand = useBrand()
  useTitle('微信确认')
  return (
    <main id="main" className={styles.page}>
      <header className={styles.head}>
        <BrandMark size={40} />
        <h1>{brand}</h1>
        <p>有一台设备请求使用你的微信</p>
      </header>
      <ConfirmWechatSignIn ticket={search.get('ticket') ?? ''} />
    </main>
  )
}
