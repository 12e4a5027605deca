import type { ReactNode } from 'react'
import section from '#src/site/section.module.css'
import type { HomeSectionId } from './sections.ts'

interface Props {
  id: HomeSectionId
  /** The background of the section; neighbours differ. */
  ground: 'paper' | 'sheet' | 'ink'
  title: string
  lead?: string
  children: ReactNode
}

/** A home page section with its heading, in the site's width. */
export function HomeSection({ id, ground, title, lead, children }: Props) {
  const heading = `${id}-title`
  return (
    <section id={id} className={section[ground]} aria-labelledby={heading} data-theme={ground === 'ink' ? 'dark' : undefined}>
      <div className={section.inner}>
        <header className={section.head}>
          <h2 id={heading} className={section.title}>
            {title}
          </h2>
          {lead && <p className={section.lead}>{lead}</p>}
        </header>
        {children}
      </div>
    </section>
  )
}
