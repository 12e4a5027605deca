/** The figures of spec §1, in its order. */
export const companyStats = [
  { value: '33%', label: '效率提升' },
  { value: '12000+', label: '用户' },
  { value: '4000+', label: '解决的问题' },
  { value: '8000P', label: '算力规模' },
] as const

/** Who does what here; roles, not people. */
export const companyTeams = [
  { name: '算力运维', does: '机房、主机与网络，盯着每一张卡的温度和状态，维护前提前公告。' },
  { name: '平台研发', does: '调度、计费、镜像与控制台。计费精确到秒，每一笔都能打开核对。' },
  { name: '算法专家', does: '微调、推理加速与方案咨询，和用户一起把模型跑起来。' },
  { name: '售前', does: '一体机与大客户方案：先问清任务，再谈型号与配置。' },
  { name: '客户支持', does: '1v1 解答使用中的问题，跟到解决为止。' },
  { name: '安全与合规', does: '账号与数据的保护，反挖矿与内容审核，协议的解释。' },
] as const
