import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { paths } from '#src/paths.ts'
import FleetDie from '#src/site/board/FleetCells.tsx'
import { homeDataStore } from '#src/site/offers/home-data.ts'
import { computeMarketFigures } from '#src/site/offers/market-figures.ts'
import { useStore } from '#src/ui/use-store.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { ApplianceMemoryCells } from './ApplianceMemoryCells.tsx'
import { HomeSection } from './HomeSection.tsx'
import { SolutionCard } from './SolutionCard.tsx'
import styles from './SolutionsSection.module.css'

/** Rent or own: two cards of which the one that is looked at is the larger (spec §2). */
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
          text="从市场里选一张卡，几步就能开机。用多少秒算多少钱，随时关机，数据保留。"
          to={paths.market}
          action="进入算力市场"
          facts={[
            { term: '计量', value: '按秒' },
            { term: '免费数据盘', value: `${limits.freeDataDiskGb} GB` },
            { term: '起价', value: fleet?.cheapest ? <YuanAmount amount={fleet.cheapest} unit="/卡时" /> : '—' },
          ]}
          art={data?.market && <FleetDie market={data.market} />}
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
