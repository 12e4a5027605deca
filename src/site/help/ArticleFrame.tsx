import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import type { Heading } from '#src/ui/markdown/headings.ts'
import styles from './ArticleFrame.module.css'
import { ArticleOutline } from './ArticleOutline.tsx'
import type { HelpSection } from './contents.ts'
import { HelpContents } from './HelpContents.tsx'
import { HelpSearchButton } from './search/HelpSearchButton.tsx'
import { useHelpSearchShortcut } from './search/use-help-search-shortcut.ts'

const HelpSheet = lazyDialog(async () => ({ default: (await import('#src/ui/BottomSheet.tsx')).BottomSheet }))

interface Props {
  contents: readonly HelpSection[]
  current: string
  headings: readonly Heading[]
  children: ReactNode
}

/** The open article's place in the contents is in view when the page opens; the page itself does not move. */
function useScrollCurrentIntoView(current: string) {
  const side = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another article is the reason to scroll
  useEffect(() => {
    const link = side.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (!side.current || !link) return
    const { top, height } = side.current.getBoundingClientRect()
    side.current.scrollTop += link.getBoundingClientRect().top - top - height / 2
  }, [current])
  return side
}

/** An article between the contents of all and its own; on narrow windows both are sheets. */
export function ArticleFrame({ contents, current, headings, children }: Props) {
  const [sheet, setSheet] = useState<'contents' | 'page' | null>(null)
  useHelpSearchShortcut()
  const side = useScrollCurrentIntoView(current)
  const close = () => setSheet(null)
  return (
    <div className={styles.frame}>
      <div className={styles.bar}>
        <button type="button" className={styles.open} onClick={() => setSheet('contents')}>
          <Icon name="menu" />
          目录
        </button>
        {headings.length > 0 && (
          <button type="button" className={styles.open} onClick={() => setSheet('page')}>
            <Icon name="rows" />
            本页内容
          </button>
        )}
        <div className={styles.search}>
          <HelpSearchButton small />
        </div>
      </div>
      <div className={styles.side}>
        <HelpSearchButton small />
        <div ref={side} className={styles.contents}>
          <HelpContents contents={contents} current={current} />
        </div>
      </div>
      <div className={styles.main}>{children}</div>
      <div className={styles.page}>
        {headings.length > 0 && (
          <>
            <p className={styles.pageTitle}>本页内容</p>
            <ArticleOutline headings={headings} />
          </>
        )}
      </div>
      <Suspense fallback={null}>
        {sheet === 'contents' && (
          <HelpSheet title="目录" onClose={close}>
            <HelpContents contents={contents} current={current} onChoose={close} />
          </HelpSheet>
        )}
        {sheet === 'page' && (
          <HelpSheet title="本页内容" onClose={close}>
            <ArticleOutline headings={headings} onChoose={close} />
          </HelpSheet>
        )}
      </Suspense>
    </div>
  )
}
