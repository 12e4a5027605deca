import { SignIcon, type SignName } from '#src/site/art/SignIcon.tsx'
import controls from '#src/ui/controls.module.css'
import { SupportButton } from '#src/ui/support/SupportButton.tsx'
import styles from './ExpertServices.module.css'
import { HomeSection } from './HomeSection.tsx'
import item from './item.module.css'

/** The value-added services (requirements §1), each with its sign. */
const expertServices = [
  {
    title: '算法咨询',
    text: '从任务出发选模型、定指标、估算力，先说清楚做不做得成。',
    sign: 'advice',
  },
  {
    title: '定制开发',
    text: '按你的业务写训练、推理与数据处理代码，交付源码与文档。',
    sign: 'code',
  },
  {
    title: '开源支持',
    text: '开源模型与框架的部署、适配和排错，改动尽量回到上游。',
    sign: 'fork',
  },
  {
    title: '数据增强',
    text: '清洗、标注、扩充与合成，让有限的数据覆盖更多情况。',
    sign: 'table',
  },
  {
    title: '大模型微调',
    text: '用自己的语料微调大模型，给出评测对比与可以复现的配方。',
    sign: 'sliders',
  },
  {
    title: '推理加速',
    text: '量化、编译与批处理，同样的卡，回答更快，并发更高。',
    sign: 'bolt',
  },
  {
    title: '定制化解决方案',
    text: '云上、本地或两者结合，从选型到上线由同一组人负责。',
    sign: 'blocks',
  },
] as const satisfies readonly { title: string; text: string; sign: SignName }[]

export function ExpertServices() {
  return (
    <HomeSection
      id="services"
      ground="sheet"
      title="专家增值服务"
      lead="除了算力，还有做过这些事的人。七项服务可以单独选，也可以和云上实例、一体机一起谈。"
    >
      <ul className={styles.services}>
        {expertServices.map(({ title, text, sign }) => (
          <li key={title} className={styles.service}>
            <SignIcon name={sign} />
            <h3 className={item.title}>{title}</h3>
            <p className={item.text}>{text}</p>
          </li>
        ))}
        <li className={styles.call}>
          <SignIcon name="talk" />
          <h3 className={item.title}>说说你的问题</h3>
          <p className={item.text}>讲清任务、数据和期限，顾问来判断该用哪一项，也可能都用不上。</p>
          <SupportButton label="找顾问聊聊" className={`${controls.button} ${controls.plain}`} />
        </li>
      </ul>
    </HomeSection>
  )
}
