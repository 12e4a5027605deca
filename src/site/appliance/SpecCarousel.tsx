import { Carousel } from '#src/site/home/carousel/Carousel.tsx'
import section from '#src/site/section.module.css'
import { ModelCells } from './ModelCells.tsx'
import { type ApplianceModel, applianceModels, listModelSpecs } from './models.ts'
import styles from './SpecCarousel.module.css'

/** Models side by side, one specification per row. */
function SpecSlide({ title, models }: { title: string; models: readonly ApplianceModel[] }) {
  const specs = models.map(listModelSpecs)
  const labels = specs[0]?.map(({ label }) => label) ?? []
  return (
    <div className={styles.slide}>
      <table className={styles.table}>
        <caption className={styles.caption}>{title}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">规格</span>
            </th>
            {models.map((model) => (
              <th key={model.name} scope="col">
                <span className={styles.model}>
                  <ModelCells model={model} cell={3} gap={1} className={styles.die} />
                  {model.name}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, row) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {models.map(({ name }, column) => (
                <td key={name}>{specs[column]?.[row]?.text}</td>
              ))}
            </tr>
          ))}
          <tr>
            <th scope="row">按任务配置</th>
            <td colSpan={models.length}>
              GPU 型号与数量、处理器、内存、硬盘、网络、机箱与供电：咨询时按任务一起定，写进合同，以合同为准。
            </td>
          </tr>
        </tbody>
      </table>
    </div>
  )
}

const slides = [
  {
    id: 'nvidia',
    content: <SpecSlide title="NVIDIA 系列" models={applianceModels.filter(({ vendor }) => vendor === 'nvidia')} />,
  },
  {
    id: 'others',
    content: <SpecSlide title="昇腾与昆仑芯系列" models={applianceModels.filter(({ vendor }) => vendor !== 'nvidia')} />,
  },
]

/** Two slides of specifications that rotate every 5 s (requirements §2, §4). */
export function SpecCarousel() {
  return (
    <section id="models" className={section.sheet} aria-labelledby="models-title">
      <div className={`${section.inner} ${styles.inner}`}>
        <header className={`${section.head} ${styles.head}`}>
          <h2 id="models-title" className={section.title}>
            型号与规格
          </h2>
          <p className={section.lead}>
            「可放下的模型」这样估算：总显存的 80% 存放权重，其余留给缓存；每个参数 FP16 占 2 字节，INT8 占 1 字节，INT4 占 0.5
            字节。
          </p>
        </header>
        <Carousel label="各系列规格" slides={slides} />
      </div>
    </section>
  )
}
