/** News, announcements and banners: written and published by staff, read by visitors and customers. */
export { newsHandlers } from './customer.ts'
export { type News, openNews } from './news.ts'
export { keepPicture, staffPicture } from './pictures.ts'
export { PublicPictures } from './public-pictures.ts'
export { newsStaffHandlers } from './staff.ts'
