import type { ApplianceEdition } from '#contract/appliance.ts'
import type { SignName } from '#src/site/art/SignIcon.tsx'

/** What each edition suits; deliberately general (docs/decisions/026). */
export const editionTexts: Record<ApplianceEdition, { lead: string; suits: readonly string[] }> = {
  standard: {
    lead: '部门或实验室的第一台，先把一个模型用起来。',
    suits: ['几十亿到几百亿参数模型的推理', '小规模微调与评测', '知识库、客服等单一应用'],
  },
  professional: {
    lead: '全公司共用一台，训练与推理同机进行。',
    suits: ['几百亿参数模型的推理与微调', '多个应用同时在线', '代码助手、文档处理等高频使用'],
  },
  flagship: {
    lead: '显存最大的一档，留给最大的模型与最长的上下文。',
    suits: ['千亿级模型的私有部署', '长上下文与高并发推理', '行业模型的持续训练'],
  },
}

export const applianceAdvantages = [
  { title: '数据不出机房', text: '机器放在你自己的机房，训练语料、提示词与结果都不经过外网。' },
  { title: '训练与推理同机', text: '白天推理，夜里微调，同一批卡两用，不必为两件事各买一套。' },
  { title: '三条芯片路线', text: 'NVIDIA、昇腾、昆仑芯各有型号，按软件生态与采购要求来选。' },
  { title: '容量先算清', text: '按总显存估算能放下多大的模型，估算方法写在规格表旁，可以自己复核。' },
  { title: '一次采购', text: '买断后没有按小时的费用；短期的峰值仍可以用云上的 GPU 补。' },
  { title: '三年质保', text: '三个版本都含三年质保，服务内容写进合同。' },
] as const

export const applianceScenes = [
  {
    id: 'knowledge',
    sign: 'book',
    name: '私有知识库',
    title: '让制度、合同与手册能被问到',
    text: '文档切分、向量化与问答都在本地完成，回答附出处，权限跟随原文档。',
    needs: ['检索与问答各用一个模型，显存按两者之和估算', '文档更新频繁时，留出向量化的算力'],
    edition: 'standard',
  },
  {
    id: 'service',
    sign: 'service',
    name: '智能客服',
    title: '常见问题自动答，难的转给人',
    text: '并发数决定显存里缓存的大小：同时在线的人越多，留给缓存的显存就要越多。',
    needs: ['按峰值并发而不是按总人数估算', '话术与产品资料可定期微调进模型'],
    edition: 'professional',
  },
  {
    id: 'code',
    sign: 'terminal',
    name: '代码助手',
    title: '源代码不出公司的补全与评审',
    text: '补全要快，评审要长上下文，常用两个大小不同的模型，放在同一台机器上。',
    needs: ['补全模型常驻显存，省去每次载入', '评审模型按代码库大小选上下文长度'],
    edition: 'professional',
  },
  {
    id: 'research',
    sign: 'curve',
    name: '科研训练',
    title: '课题组自己的训练机',
    text: '排队、复现与对照实验都在自己手里，数据集与权重留在本地盘上。',
    needs: ['先用小模型验证，再放到全部显存上', '论文截止前的峰值可用云上的 GPU 补'],
    edition: 'flagship',
  },
  {
    id: 'tuning',
    sign: 'target',
    name: '行业微调',
    title: '用自己的语料，做自己的模型',
    text: '从开源模型出发，用行业语料微调、评测、上线，并按新语料定期重来。',
    needs: ['参数高效微调比全量微调省显存，先从它开始', '评测集要先于训练集准备好'],
    edition: 'flagship',
  },
] as const satisfies readonly {
  id: string
  sign: SignName
  name: string
  title: string
  text: string
  needs: readonly string[]
  edition: ApplianceEdition
}[]

/** The value-added services of requirements §1, in its order. */
export const applianceServices = [
  { name: '算法咨询', does: '评估任务与数据，选模型与路线', result: '选型与可行性结论' },
  { name: '定制开发', does: '把模型接进现有业务系统', result: '可运行的应用与接口' },
  { name: '开源支持', does: '开源框架与模型的安装、升级、排错', result: '可复现的环境' },
  { name: '数据增强', does: '清洗、去重、标注与合成语料', result: '训练集与评测集' },
  { name: '大模型微调', does: '用你的语料微调并评测', result: '模型权重与评测报告' },
  { name: '推理加速', does: '量化、批处理与缓存调优', result: '调优前后的实测对比' },
  { name: '定制方案', does: '机器、软件与服务一起规划', result: '方案书与报价' },
] as const
