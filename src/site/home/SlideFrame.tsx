import type { ReactNode } from 'react'
import type { ArtPattern } from '#contract/banners.ts'
import { SlideArt } from './SlideArt.tsx'
import styles from './SlideFrame.module.css'

interface Props {
  /** The address of a picture; empty where the art stands instead. */
  image?: string
  art: ArtPattern
  kicker: ReactNode
  title: string
  text: string
  children?: ReactNode
}

/** One slide of the carousel after the first: words on ink, the picture or the die's pattern behind them. */
export function SlideFrame({ image = '', art, kicker, title, text, children }: Props) {
  return (
    <div className={styles.frame} data-theme="dark">
      <div className={styles.backdrop}>
        {image ? <img className={styles.image} src={image} alt="" decoding="async" /> : <SlideArt art={art} />}
      </div>
      <div className={styles.inner}>
        <p className={styles.kicker}>{kicker}</p>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>{text}</p>
        {children}
      </div>
    </div>
  )
}
