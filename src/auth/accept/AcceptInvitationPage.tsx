import styles from '#src/auth/confirm/WechatConfirmPage.module.css'
import { useTitle } from '#src/site/use-title.ts'
import { BrandMark } from '#src/ui/header/BrandMark.tsx'
import { useBrand } from '#src/ui/use-brand.ts'
import { AcceptInvitationForm } from './AcceptInvitationForm.tsx'

/** Page where the owner of an invited phone becomes a sub-account of the chosen master account, with a password of their own. */
export default function AcceptInvitationPage() {
  const brand = useBrand()
  useTitle('接受子账号邀请')
  return (
    <main id="main" className={styles.page}>
      <header className={styles.head}>
        <BrandMark size={40} />
        <h1>接受子账号邀请</h1>
        <p>{brand}的用户邀请你使用由对方付费的账号</p>
      </header>
      <AcceptInvitationForm />
    </main>
  )
}
