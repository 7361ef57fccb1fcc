/** News, announcements and banners: written and published by staff, read by visitors and customers. */
export { newsHandlers } from './customer.ts'
export { type News, openNews } from './news.ts'
export { keepPicture, publicPicture, staffPicture } from './pictures.ts'
export { newsStaffHandlers } from './staff.ts'
