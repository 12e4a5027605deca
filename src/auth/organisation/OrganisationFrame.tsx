import type { ReactNode } from 'react'
import styles from '#src/auth/confirm/WechatConfirmPage.module.css'
import { useTitle } from '#src/site/use-title.ts'
import { BrandMark } from '#src/ui/header/BrandMark.tsx'

interface Props {
  title: string
  meaning?: ReactNode
  children: ReactNode
}

/** Frame of the pages by which people sign in with an account of their school or company. */
export function OrganisationFrame({ title, meaning, children }: Props) {
  useTitle(title)
  return (
    <main id="main" className={styles.page}>
      <header className={styles.head}>
        <BrandMark size={40} />
        <h1>{title}</h1>
        {meaning && <p>{meaning}</p>}
      </header>
      {children}
    </main>
  )
}
