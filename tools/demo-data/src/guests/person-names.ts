/** Given and family names that go together; the people that they are put together to are invented. */
export const personNames = {
  english: {
    given:
      'Oliver Harriet Callum Imogen Rupert Beatrice Alfie Philippa Graham Lorna Toby Rosalind Nigel Freya Duncan Tamsin',
    family:
      'Ashdown Birtwistle Clowes Dunmore Eccleston Fairclough Greenhalgh Hathersage Ingleby Kershaw Lambourne Mowbray Netherton Pickering Thornley Wetherall',
  },
  irish: {
    given: 'Aoife Cian Saoirse Declan Niamh Oisín Gráinne Eoin Róisín Cormac Ciara Fergal Maeve Diarmuid Orla Tadhg',
    family:
      'Brannigan Cullinane Devlin Fallon Geraghty Hanrahan Keogh Lannigan McGarvey Nolan Considine Quigley Rafferty Scanlon Tierney Whelan',
  },
  nigerian: {
    given: 'Adaeze Chinedu Folake Ibrahim Ngozi Tunde Amara Emeka Yetunde Obinna Zainab Segun Ifeoma Kelechi Bisi Uche',
    family:
      'Adeyemi Balogun Chukwu Danjuma Eze Fashola Igwe Jegede Lawal Mbanefo Nwachukwu Obaseki Ogunleye Okonjo Sanni Uzoma',
  },
  indian: {
    given: 'Aarav Meera Rohan Ananya Vikram Kavya Arjun Lakshmi Nikhil Priyanka Sanjay Ishita Harsh Deepa Karthik Tara',
    family:
      'Bhattacharya Chaudhary Deshpande Goswami Iyengar Joshi Kulkarni Menon Nambiar Pillai Raghavan Saxena Tripathi Varma Wadhwa Kamat',
  },
  american: {
    given:
      'Caleb Madison Wyatt Savannah Tyler Brooke Hunter Delaney Garrett Paige Trevor Lindsay Marcus Kendra Spencer Holly',
    family:
      'Abernathy Buckner Crenshaw Dillard Ellsworth Fitzwater Gaines Hollister Jessup Kimbrough Lockhart Merriweather Pruitt Standish Tolliver Winslow',
  },
  blackAmerican: {
    given:
      'Darnell Imani Malik Keisha Terrence Aaliyah Andre Latoya Jamal Monique Isaiah Tamika Reggie Simone Desmond Nia',
    family:
      'Broussard Claiborne Dupree Ellington Fontenot Gadsden Hairston Ivory Langston Mayfield Pinckney Ravenel Sinclair Tubbs Vaughn Whitfield',
  },
  hispanicAmerican: {
    given:
      'Alejandra Diego Marisol Rafael Ximena Joaquín Valeria Esteban Lucía Mateo Yolanda Emilio Graciela Héctor Pilar Andrés',
    family:
      'Arellano Becerra Cisneros Delgadillo Escobedo Figueroa Granados Huerta Izquierdo Lozano Montoya Olivares Quintanilla Rosales Santillán Villaseñor',
  },
  german: {
    given:
      'Anneliese Bastian Carolin Dietmar Friederike Gunnar Heike Jannik Katharina Lothar Mareike Ole Renate Sebastian Theresa Wiebke',
    family:
      'Achterberg Brinkmann Clausen Dorfner Engelhardt Feldkamp Grothe Hinrichs Jessen Kaltenbach Lüders Morgenroth Niehaus Oberländer Petersen Westphal',
  },
  french: {
    given:
      'Amélie Baptiste Clémence Dorian Élodie Fabrice Gaëlle Hugo Inès Julien Léa Mathis Noémie Pascal Solène Thibault',
    family:
      'Aubertin Beaumont Chastain Delacourt Escoffier Fontanel Guilbert Hardouin Jolivet Lamarque Marchetti Perrault Quesnel Rambaud Sauvage Vasseur',
  },
  italian: {
    given:
      'Alessia Bruno Chiara Davide Elena Fabrizio Giada Ivano Ludovica Matteo Noemi Ottavio Rosaria Simone Tiziana Umberto',
    family:
      'Accardi Bellandi Cattaneo Donadoni Fioravanti Gherardi Iannuzzi Lombardini Marchesi Nardelli Orsatti Pellegrini Quaranta Ruggieri Tagliaferri Zanetti',
  },
  iberian: {
    given:
      'Aitana Bernat Carmen Duarte Elisa Gonçalo Inmaculada Jordi Leonor Martim Nuria Óscar Paloma Rodrigo Teresa Xavier',
    family:
      'Almeida Bastida Carvalho Domènech Echeverría Fonseca Gallardo Hidalgo Iturbe Lacerda Magalhães Navarrete Pujol Rebelo Sotomayor Valverde',
  },
  dutch: {
    given: 'Anouk Bram Femke Gijs Hanneke Jeroen Lieke Maarten Nienke Pieter Roos Sander Tessa Wouter Yvonne Daan',
    family:
      'Aalbers Boonstra Dijkman Elzinga Feenstra Groeneveld Hoekstra Jansma Kuiper Lammers Meijerink Oosterhuis Postma Riemersma Terpstra Wiersma',
  },
  nordic: {
    given: 'Astrid Björn Cecilia Elin Fredrik Gustav Hedda Ingrid Jonas Karin Lars Maja Niklas Sigrid Tove Viggo',
    family:
      'Ahlgren Bergström Dahlberg Ekholm Forsberg Grönvall Hedlund Isaksson Kjellberg Lundmark Nyberg Ottosson Rosengren Sandström Thorsen Wallin',
  },
  polish: {
    given:
      'Agnieszka Bartosz Dorota Grzegorz Halina Jacek Katarzyna Leszek Małgorzata Paweł Renata Sławomir Urszula Wojciech Zofia Tomasz',
    family:
      'Adamczyk Borkowski Cichoń Dąbek Frączek Górecki Jabłoński Kaczmarek Lisiecki Malinowski Olszewski Pietrzak Rutkowski Sobczak Urbaniak Wilczek',
  },
  japanese: {
    given: 'Akiko Daisuke Emi Fumio Haruka Isamu Kaori Makoto Naoko Osamu Reiko Shota Tomoko Yuji Yumi Kenta',
    family:
      'Aoyama Endo Fujikawa Hamada Ishibashi Kawaguchi Kuroda Matsuura Nishimura Okazaki Sakamoto Shiraishi Takemura Ueno Yamashita Yoshioka',
  },
  eastAsian: {
    given:
      'Jia-Hui Min-jun Wei-Ling Seo-yeon Zhi-Hao Ji-won Mei-Fang Hyun-woo Xiao-Lan Tae-yang Kai-Wen Soo-ah Yu-Ting Dong-hyun Li-Na Eun-ji',
    family: 'Bae Chua Heng Hwang Jang Kang Koh Kwak Lim Noh Ong Seah Shin Teo Yeo Yoon',
  },
  arab: {
    given: 'Abdullah Dalal Fahad Ghada Hamad Jawaher Khalid Latifa Mishari Noura Omar Reem Salem Tareq Wafa Yousef',
    family:
      'Al-Ansari Al-Bader Al-Dosari Al-Enezi Al-Fahim Al-Ghanim Al-Hashemi Al-Jaber Al-Kandari Al-Mansour Al-Otaibi Al-Qasimi Al-Rashed Al-Saleh Al-Tamimi Al-Zaabi',
  },
  australian: {
    given:
      'Jarrod Kylie Lachlan Bronwyn Darcy Shayla Brodie Matilda Angus Tahlia Heath Skye Mitchell Jacinta Riley Peta',
    family:
      'Bannerman Cathcart Dalgleish Farquhar Gilmartin Hargreave Kippax Lonsdale McAllister Nankervis Prideaux Rankine Stapleton Trevorrow Underhill Wakefield',
  },
  pacific: {
    given: 'Aroha Hemi Kiri Mikaere Ngaire Rangi Tane Whetu Sione Losa Tavita Mele Wiremu Anahera Manaia Leilani',
    family:
      'Faleolo Haumu Kereama Leota Matene Ngata Paewai Rangihuna Salesa Tamihana Tuilagi Wharerau Kealoha Mahoe Nakoa Pahinui',
  },
  southAfrican: {
    given:
      'Anika Bongani Charl Dineo Elmarie Gert Khanya Lwazi Marelize Nomsa Pieter-Jan Refilwe Sipho Thandeka Willem Zanele',
    family:
      'Badenhorst Cilliers Dlamini Esterhuizen Fourie Gumede Hlongwane Khumalo Labuschagne Mabaso Ndlovu Oosthuizen Pretorius Rademeyer Sithole Zwane',
  },
} as const;

export type Origin = keyof typeof personNames;
