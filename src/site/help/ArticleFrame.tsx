import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import { lazyDialog } from '#src/ui/lazy-part.tsx'
import type { Heading } from '#src/ui/markdown/headings.ts'
import styles from './ArticleFrame.module.css'
import { PageContents } from './ArticleOutline.tsx'
import type { Section } from './contents.ts'
import { Contents } from './HelpContents.tsx'
import { SearchButton } from './search/HelpSearchButton.tsx'
import { useSearchKey } from './search/use-help-search-shortcut.ts'

const HelpSheet = lazyDialog(async () => ({ default: (await import('#src/ui/BottomSheet.tsx')).Sheet }))

interface Props {
  contents: readonly Section[]
  current: string
  headings: readonly Heading[]
  children: ReactNode
}

/** The open article's place in the contents is in view when the page opens; the page itself does not move. */
function useCurrentInView(current: string) {
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
export function HelpFrame({ contents, current, headings, children }: Props) {
  const [sheet, setSheet] = useState<'contents' | 'page' | null>(null)
  useSearchKey()
  const side = useCurrentInView(current)
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
          <SearchButton small />
        </div>
      </div>
      <div className={styles.side}>
        <SearchButton small />
        <div ref={side} className={styles.contents}>
          <Contents contents={contents} current={current} />
        </div>
      </div>
      <div className={styles.main}>{children}</div>
      <div className={styles.page}>
        {headings.length > 0 && (
          <>
            <p className={styles.pageTitle}>本页内容</p>
            <PageContents headings={headings} />
          </>
        )}
      </div>
      <Suspense fallback={null}>
        {sheet === 'contents' && (
          <HelpSheet title="目录" onClose={close}>
            <Contents contents={contents} current={current} onChoose={close} />
          </HelpSheet>
        )}
        {sheet === 'page' && (
          <HelpSheet title="本页内容" onClose={close}>
            <PageContents headings={headings} onChoose={close} />
          </HelpSheet>
        )}
      </Suspense>
    </div>
  )
}
