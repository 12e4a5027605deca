import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { limits } from '#contract/limits.ts'
import { paths } from '#src/paths.ts'
import FleetCells from '#src/site/board/FleetCells.tsx'
import { homeDataStore } from '#src/site/offers/home-data.ts'
import { computeMarketFigures } from '#src/site/offers/market-figures.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { TermList } from '#src/ui/TermList.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { ApplianceMemoryCells } from './ApplianceMemoryCells.tsx'
import { HomeSection } from './HomeSection.tsx'
import styles from './SolutionsSection.module.css'

interface SolutionCardProps {
  open: boolean
  onOpen: () => void
  kicker: string
  title: string
  text: string
  to: string
  action: string
  facts: readonly { term: string; value: ReactNode }[]
  /** Drawn from data, behind the text. */
  art: ReactNode
}

/** Expands on hover, focus or tap; when expanded, the whole card is the link. */
const SolutionCard = ({ open, onOpen, kicker, title, text, to, action, facts, art }: SolutionCardProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the link inside opens it by keyboard
  <article
    className={styles.card}
    data-theme="dark"
    data-open={open}
    onPointerEnter={({ pointerType }) => pointerType === 'mouse' && onOpen()}
    onFocus={onOpen}
    onClick={onOpen}
  >
    <div className={styles.art}>{art}</div>
    <p className={styles.kicker}>{kicker}</p>
    <h3 className={styles.title}>{title}</h3>
    <div className={styles.more}>
      <div className={styles.details}>
        <p className={styles.text}>{text}</p>
        <TermList className={styles.facts} terms={facts} />
      </div>
    </div>
    <Link className={styles.link} to={to}>
      {action}
      <Icon name="chevron" />
    </Link>
  </article>
)

/** Rent or buy: two cards, of which the active one is larger (requirements §2). */
export function SolutionsSection() {
  const [open, setOpen] = useState<'cloud' | 'appliance'>('cloud')
  const { data } = useStore(homeDataStore)
  const fleet = data?.market && computeMarketFigures(data.market)
  return (
    <HomeSection
      id="solutions"
      ground="paper"
      title="租用，或拥有"
      lead="偶尔用、量在变，租云上的卡；数据不能出域、长期满载，把机器放进自己的机房。"
    >
      <div className={styles.pair}>
        <SolutionCard
          open={open === 'cloud'}
          onOpen={() => setOpen('cloud')}
          kicker="按小时 · 包日 · 包周"
          title="GPU 云"
          text="从市场里选一张卡，几步就能开机。用几秒算几秒，随时关机，数据保留。"
          to={paths.market}
          action="进入算力市场"
          facts={[
            { term: '计量', value: '按秒' },
            { term: '免费数据盘', value: `${limits.freeDataDiskGb} GB` },
            { term: '起价', value: fleet?.cheapest ? <YuanAmount amount={fleet.cheapest} unit="/卡时" /> : '—' },
          ]}
          art={data?.market && <FleetCells market={data.market} />}
        />
        <SolutionCard
          open={open === 'appliance'}
          onOpen={() => setOpen('appliance')}
          kicker="标准版 · 专业版 · 旗舰版"
          title="大模型训推一体机"
          text="训练、微调、推理所需的软硬件装在一台机器里，放进自己的机房，数据不离开。"
          to={paths.lgModelAio}
          action="了解一体机"
          facts={[
            { term: '算力', value: '3 种' },
            { term: '显存最高', value: '1128 GB' },
            { term: '质保', value: '三年' },
          ]}
          art={<ApplianceMemoryCells className={styles.machine} memory={1128} columns={10} cell={22} gap={8} />}
        />
      </div>
    </HomeSection>
  )
}
