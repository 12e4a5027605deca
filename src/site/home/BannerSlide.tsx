import { Link } from 'react-router-dom'
import type { Banner } from '#contract/banners.ts'
import controls from '#src/ui/controls.module.css'
import { Icon } from '#src/ui/Icon.tsx'
import { SlideFrame } from './SlideFrame.tsx'

const buttonClass = `${controls.button} ${controls.primary} ${controls.large}`

/** An operator's banner; its link opens in place on this site, and in a new tab elsewhere. */
export default function BannerSlide({ banner: { title, text, link, art } }: { banner: Banner }) {
  return (
    <SlideFrame art={art} kicker="推荐" title={title} text={text}>
      {link?.startsWith('/') && (
        <Link className={buttonClass} to={link}>
          查看详情
        </Link>
      )}
      {link?.startsWith('https://') && (
        <a className={buttonClass} href={link} target="_blank" rel="noopener noreferrer">
          查看详情
          <Icon name="external" label="在新窗口打开" />
        </a>
      )}
    </SlideFrame>
  )
}
